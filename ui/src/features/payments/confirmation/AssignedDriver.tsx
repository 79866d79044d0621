import { IconStarFilled, IconUserSearch } from '@tabler/icons-react'
import type { ConfirmationOut } from '@/api/generated/types.gen'
import { dayAndTimes } from '@/components/time'
import { DriverPhoto } from '@/shared/drivers/DriverPhoto'
import { Plate } from '@/shared/drivers/Plate'
import { photoOfOrder } from '@/shared/drivers/photoSources'
import { formatRating } from '@/shared/drivers/rating'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import { CallButton } from '@/shared/messaging/CallButton'
import classes from './AssignedDriver.module.css'

const MINUTE = 60_000
/** Further ahead than this, an arrival is told by the clock. */
const SOON_MINUTES = 120

/** Who comes, in what, when, and how to reach them. */
export function AssignedDriver({ confirmation }: { confirmation: ConfirmationOut }) {
  const { driver_assignment: assignment, order_status } = confirmation
  if (!assignment) {
    return (
      <section className={classes.card} aria-label="Your driver">
        <span className={classes.nobody} aria-hidden="true">
          <IconUserSearch size={28} stroke={1.6} />
        </span>
        <p className={classes.facts}>We are finding your driver. They appear here.</p>
      </section>
    )
  }
  const { driver, estimated_arrival: arrival } = assignment
  return (
    <section className={classes.card} aria-label="Your driver">
      <DriverPhoto
        name={driver.name}
        source={photoOfOrder(driver, confirmation.order_id)}
        size={64}
      />
      <div className={classes.who}>
        <p className={classes.name}>{driver.name}</p>
        <p className={classes.facts}>
          {driver.rating === null ? (
            'Not rated yet'
          ) : (
            <span className={classes.rating}>
              <IconStarFilled size={14} aria-hidden="true" />
              {formatRating(driver.rating)}
            </span>
          )}
          <span>{vehicleLabel(driver.vehicle)}</span>
        </p>
        <Plate plate={driver.license_plate} />
      </div>
      {arrival && order_status === 'assigned' && (
        <Arrival at={arrival} until={confirmation.estimated_delivery.pickup_until} />
      )}
      {driver.can_call && (
        <CallButton orderId={confirmation.order_id} phone={driver.phone} className={classes.call}>
          Call Driver
        </CallButton>
      )}
    </section>
  )
}

/** In minutes while that is what one would say. */
function Arrival({ at, until }: { at: string; until: string | null }) {
  const minutes = Math.ceil((Date.parse(at) - Date.now()) / MINUTE)
  return (
    <p className={classes.arrival}>
      {until === null && minutes > 0 && minutes <= SOON_MINUTES ? (
        <>
          <strong>{minutes} min</strong> to the pickup
        </>
      ) : (
        <>
          Pickup <strong>{dayAndTimes(at, until, Date.now())}</strong>
        </>
      )}
    </p>
  )
}
