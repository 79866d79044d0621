import { useElementSize } from '@mantine/hooks'
import type { MouseEvent, ReactNode } from 'react'
import type { BrowserMapOut } from '@/api/generated/types.gen'
import { placesOf, type Scene } from './engine'
import {
  boundsOf,
  cameraFor,
  type Edges,
  type LatLng,
  NEW_YORK,
  project,
  roomy,
  unproject,
} from './geometry'
import classes from './MapPreview.module.css'
import { DriverPin, DropoffPin, PickupPin, SpotPin, YouPin } from './Pins'

/** The sentence of MAP-20, true where nobody has configured a map of their own. */
const NO_KEY = 'Google Maps API key not configured. Showing mock map.'
const MOCK = 'Showing mock map.'

const UNMEASURED = { width: 640, height: 400 }
const MARGIN = 56

/**
 * Where no map can be drawn: the points, truly placed among each other, on squared paper. It is
 * said to be a mock, and why.
 */
export function MapPreview({
  scene,
  padding,
  engine,
  reason,
  onPick,
  onTryAgain,
}: {
  scene: Scene
  padding: Edges
  engine: BrowserMapOut['engine']
  /** What failed, as a sentence for people. */
  reason: string
  onPick?: ((point: LatLng) => void) | undefined
  onTryAgain?: (() => void) | undefined
}) {
  const { ref, width, height } = useElementSize()
  const size = width && height ? { width, height } : UNMEASURED
  const bounds = roomy(boundsOf(placesOf(scene)) ?? NEW_YORK)
  const camera = cameraFor(bounds, size, {
    left: padding.left + MARGIN,
    right: padding.right + MARGIN,
    top: padding.top + MARGIN,
    bottom: padding.bottom + MARGIN,
  })
  const at = (place: LatLng) => project(place, camera, size)
  const pick = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    // A button clicked by the keyboard has no pixel of its own: it picks the middle.
    const byKey = event.detail === 0
    const x = byKey ? size.width / 2 : event.clientX - box.left
    const y = byKey ? size.height / 2 : event.clientY - box.top
    onPick?.(unproject({ x, y }, camera, size))
  }
  return (
    <div ref={ref} className={classes.preview}>
      <svg
        className={classes.drawing}
        viewBox={`0 0 ${size.width} ${size.height}`}
        aria-hidden="true"
      >
        {scene.routes.map((route, index) => (
          <polyline
            // Routes have no name of their own; their order is what tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={index}
            className={route.chosen ? classes.chosen : classes.alternative}
            points={route.polyline.map((place) => pair(at(place))).join(' ')}
          />
        ))}
        {scene.routes.length === 0 && scene.pickup && scene.dropoff && (
          <polyline
            className={classes.chosen}
            points={`${pair(at(scene.pickup))} ${pair(at(scene.dropoff))}`}
          />
        )}
      </svg>
      {scene.pickup && (
        <Pinned {...at(scene.pickup)}>
          <PickupPin />
        </Pinned>
      )}
      {scene.dropoff && (
        <Pinned {...at(scene.dropoff)}>
          <DropoffPin />
        </Pinned>
      )}
      {scene.spots?.map((spot) => (
        <Pinned key={spot.id} {...at(spot)}>
          <SpotPin kind={spot.kind} label={spot.label} />
        </Pinned>
      ))}
      {scene.you && (
        <Pinned {...at(scene.you)}>
          <YouPin />
        </Pinned>
      )}
      {scene.driver && (
        <Pinned {...at(scene.driver)}>
          <DriverPin heading={scene.driver.heading ?? 0} label={scene.driver.label ?? 'Driver'} />
        </Pinned>
      )}
      {onPick && (
        <button type="button" className={classes.picker} aria-label="Pick a point" onClick={pick} />
      )}
      <div className={classes.note}>
        <p className={classes.title}>Map Preview</p>
        <p>{reason}</p>
        <p>{engine === 'bundled' ? NO_KEY : MOCK}</p>
        {onTryAgain && (
          <button type="button" className={classes.again} onClick={onTryAgain}>
            Try Again
          </button>
        )}
      </div>
    </div>
  )
}

function Pinned({ x, y, children }: { x: number; y: number; children: ReactNode }) {
  return (
    <div className={classes.pinned} style={{ left: x, top: y }}>
      {children}
    </div>
  )
}

function pair({ x, y }: { x: number; y: number }): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`
}
