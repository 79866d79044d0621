import type { TrackedDriverOut } from '@/api/generated/types.gen'
import { VehicleSilhouette } from '@/shared/drivers/VehicleSilhouette'
import { vehicleLabel } from '@/shared/drivers/vehicleLabel'
import classes from './RatingPage.module.css'

/** Whom the stars are for. */
export function WhoDrove({ driver }: { driver: TrackedDriverOut | null }) {
  if (!driver) return null
  return (
    <section className={classes.driver} aria-label="Your driver">
      <VehicleSilhouette type={driver.vehicle.type} width={88} />
      <div>
        <p className={classes.name}>{driver.name}</p>
        <p className={classes.vehicle}>{vehicleLabel(driver.vehicle)}</p>
      </div>
    </section>
  )
}
