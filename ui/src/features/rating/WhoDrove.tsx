import type { TrackedDriverOut } from '@/api/generated/types.gen'
import { DriverPhoto } from '@/shared/drivers/DriverPhoto'
import { photoOfOrder } from '@/shared/drivers/photoSources'
import { VehicleSilhouette } from '@/shared/drivers/VehicleSilhouette'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import classes from './RatingPage.module.css'

/** Whom the stars are for. */
export function WhoDrove(props: { driver: TrackedDriverOut | null; orderId: string }) {
  const { driver, orderId } = props
  if (!driver) return null
  return (
    <section className={classes.driver} aria-label="Your driver">
      <VehicleSilhouette type={driver.vehicle.type} width={88} />
      <div>
        <p className={classes.name}>
          <DriverPhoto name={driver.name} source={photoOfOrder(driver, orderId)} size={44} />
          <span>{driver.name}</span>
        </p>
        <p className={classes.vehicle}>{vehicleLabel(driver.vehicle)}</p>
      </div>
    </section>
  )
}
