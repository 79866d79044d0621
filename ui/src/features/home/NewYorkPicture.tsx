import { lazy, Suspense, useRef, useState } from 'react'
import { DriverMark } from '@/shared/map/DriverMark'
import { useAwake } from '@/shared/map/useAwake'
import { hasWebGL } from '@/shared/map/webgl'
import type { Ends } from './HeroTrip'
import classes from './NewYorkPicture.module.css'
import trip from './new-york-route.json'

const LivingTrip = lazy(() => import('./LivingTrip'))
const ChosenTrip = lazy(() => import('./ChosenTrip'))

/**
 * The still picture of the city: light enough to stand there at once. The living map takes its
 * place once the page is idle, or touched. scripts/draw_new_york.py draws both schemes and the example trip.
 */
export function NewYorkPicture({ ends }: { ends: Ends }) {
  const stage = useRef<HTMLDivElement>(null)
  const awake = useAwake(stage, { mayWake })
  const [alive, setAlive] = useState(false)
  const { pickup, dropoff } = ends
  if (pickup && dropoff) {
    return (
      <div className={classes.stage} data-chosen>
        <Suspense fallback={null}>
          <ChosenTrip pickup={pickup} dropoff={dropoff} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className={classes.stage} ref={stage} data-alive={alive || undefined}>
      <div className={classes.canvas}>
        <div
          className={classes.picture}
          role="img"
          aria-label="Schematic map of New York with an example trip from Chelsea to Park Slope"
        />
        {awake && (
          <Suspense fallback={null}>
            <div className={classes.living}>
              <LivingTrip onReady={() => setAlive(true)} />
            </div>
          </Suspense>
        )}
        <svg
          className={classes.over}
          viewBox={`0 0 ${trip.width} ${trip.height}`}
          aria-hidden="true"
          focusable="false"
        >
          {trip.places.map(({ kind, name, x, y }) => (
            <text key={name} className={classes[kind]} x={x} y={y}>
              {name}
            </text>
          ))}
          <path className={classes.casing} d={trip.driven} />
          <path className={classes.casing} d={trip.ahead} />
          <path className={classes.ahead} d={trip.ahead} />
          <path className={classes.driven} d={trip.driven} />
          <g className={classes.stop} transform={`translate(${trip.pickup.x} ${trip.pickup.y})`}>
            <circle r="9" />
            <text x="-18" y="5" textAnchor="end">
              Chelsea
            </text>
          </g>
          <g className={classes.stop} transform={`translate(${trip.dropoff.x} ${trip.dropoff.y})`}>
            <rect x="-8" y="-8" width="16" height="16" rx="3" />
            <text x="18" y="5">
              Park Slope
            </text>
          </g>
          <g transform={`translate(${trip.van.x} ${trip.van.y})`}>
            <g className={classes.driver}>
              <DriverMark heading={trip.van.heading} />
            </g>
          </g>
        </svg>
      </div>
      <p className={classes.credit}>Schematic map. NYC Open Data</p>
    </div>
  )
}

/** Not by itself for who asked for less motion or less data, nor where a processor would paint it. */
function mayWake(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  const lessMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  return !lessMotion && !connection?.saveData && hasWebGL({ swiftly: true })
}
