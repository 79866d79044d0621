import type { ReactNode } from 'react'
import classes from './Stops.module.css'

export type Stop = { label: string; place: ReactNode }

/** Where a journey begins and where it ends, one under the other and joined by a dotted line. */
export function Stops({ from, to }: { from: Stop; to: Stop }) {
  return (
    <dl className={classes.stops}>
      {[from, to].map((stop) => (
        <div key={stop.label}>
          <dt>{stop.label}</dt>
          <dd>{stop.place}</dd>
        </div>
      ))}
    </dl>
  )
}
