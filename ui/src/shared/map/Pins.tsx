import { DriverMark } from './DriverMark'
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

/** The driver, on the way that *heading* says in degrees from north. */
export function DriverPin({ heading, label }: { heading: number; label: string }) {
  return (
    <svg className={classes.driver} viewBox="-30 -30 60 60" role="img" aria-label={label}>
      <DriverMark heading={heading} />
    </svg>
  )
}
