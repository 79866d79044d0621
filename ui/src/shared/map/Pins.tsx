import classes from './Pins.module.css'
import type { MapSpot } from './props'

/** The ring of a pickup: its shape tells it from the square of a dropoff. */
export function PickupPin() {
  return <span className={classes.pickup} role="img" aria-label="Pickup" />
}

export function DropoffPin() {
  return <span className={classes.dropoff} role="img" aria-label="Dropoff" />
}

export function YouPin() {
  return <span className={classes.you} role="img" aria-label="You are here" />
}

/** Small enough for hundreds beside each other; the form tells them apart, not the color alone. */
export function SpotPin({ kind, label }: Pick<MapSpot, 'kind' | 'label'>) {
  return (
    <span className={classes.spot} data-kind={kind} role="img" aria-label={label} title={label} />
  )
}

/** A box truck seen from above, turned towards *heading* degrees from north. */
export function DriverPin({ heading, label }: { heading: number; label: string }) {
  return (
    <svg className={classes.driver} viewBox="-30 -30 60 60" role="img" aria-label={label}>
      <circle className={classes.halo} r="29" />
      <g transform={`rotate(${heading})`}>
        <circle className={classes.disc} r="20" />
        <path
          className={classes.cab}
          d="M-8.6-11.2h17.2v2.2h-17.2zM-6-7.4v-5.1q0-3 3-3h6q3 0 3 3v5.1z"
        />
        <path className={classes.glass} d="M-4.2-12.2q4.2-1.6 8.4 0l-.7 2.4h-7z" />
        <rect className={classes.body} x="-7.5" y="-6.4" width="15" height="20.4" rx="1" />
        <path className={classes.ribs} d="M-7.5-1.3h15M-7.5 3.8h15M-7.5 8.9h15" />
      </g>
    </svg>
  )
}
