import classes from './Pins.module.css'

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

/** A van seen from above, turned towards *heading* degrees from north. */
export function DriverPin({ heading, label }: { heading: number; label: string }) {
  return (
    <svg className={classes.driver} viewBox="-30 -30 60 60" role="img" aria-label={label}>
      <circle className={classes.halo} r="29" />
      <g transform={`rotate(${heading})`}>
        <circle className={classes.disc} r="20" />
        <path className={classes.body} d="M-6.5-6.5v-4q0-3 3-3h7q3 0 3 3v4z" />
        <path className={classes.glass} d="M-4.2-10.2q4.2-1.8 8.4 0v2.2h-8.4z" />
        <rect className={classes.body} x="-6.5" y="-5" width="13" height="17.5" rx="1.5" />
      </g>
    </svg>
  )
}
