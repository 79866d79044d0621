import { lazy, Suspense, useRef } from 'react'
import classes from './MapView.module.css'
import type { MapViewProps } from './props'
import { useAwake } from './useAwake'

const MapView = lazy(async () => ({ default: (await import('./MapView')).MapView }))

/** A MapView whose parts are fetched once the page stands; until then its still picture is in its place. */
export function LaterMap(props: MapViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  const awake = useAwake(frame)
  const still = (
    <div ref={frame} className={classes.frame} data-fill={props.fill || undefined}>
      <div className={classes.still} />
    </div>
  )
  return awake ? (
    <Suspense fallback={still}>
      <MapView {...props} />
    </Suspense>
  ) : (
    still
  )
}
