import { IconStarFilled, IconUserSearch } from '@tabler/icons-react'
import { DriverPhoto } from '@/shared/drivers/DriverPhoto'
import { Plate } from '@/shared/drivers/Plate'
import { photoOfOrder } from '@/shared/drivers/photoSources'
import { formatRating } from '@/shared/drivers/rating'
import { VehicleSilhouette } from '@/shared/drivers/VehicleSilhouette'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import { CallButton } from '@/shared/messaging/CallButton'
import classes from './DriverCard.module.css'
import type { ShownDriver } from './shownTracking'

/** Whom the customer meets, in what, and how to reach them. */
export function DriverCard(props: {
  driver: ShownDriver
  orderId: string
  /** Of whoever holds the link. */
  token?: string | undefined
}) {
  const { name, phone, can_call, rating, total_jobs, vehicle, license_plate } = props.driver
  return (
    <section className={classes.card} aria-label="Your driver">
      <div className={classes.picture}>
        <VehicleSilhouette type={vehicle.type} width={88} />
      </div>
      <div className={classes.who}>
        <p className={classes.name}>
          <DriverPhoto
            name={name}
            source={photoOfOrder(props.driver, props.orderId, props.token)}
            size={44}
          />
          <span>{name}</span>
        </p>
        <p className={classes.facts}>
          {rating === null ? (
            'Not rated yet'
          ) : (
            <span className={classes.rating}>
              <IconStarFilled size={14} aria-hidden="true" />
              <span className={classes.hidden}>Rated </span>
              {formatRating(rating)}
            </span>
          )}
          <span>
            {total_jobs} {total_jobs === 1 ? 'job' : 'jobs'}
          </span>
        </p>
        <p className={classes.vehicle}>{vehicleLabel(vehicle)}</p>
        <Plate plate={license_plate} />
      </div>
      {can_call && (
        <CallButton orderId={props.orderId} phone={phone} variant="filled" className={classes.call}>
          Call Driver
        </CallButton>
      )}
    </section>
  )
}

/** Until somebody has the order, their place is kept. */
export function NoDriverYet({ children }: { children: string }) {
  return (
    <section className={classes.card} aria-label="Your driver">
      <div className={classes.picture} data-empty>
        <IconUserSearch size={26} stroke={1.6} aria-hidden="true" />
      </div>
      <p className={classes.vehicle}>{children}</p>
    </section>
  )
}
