import type { DriverOut } from '@/api/generated/types.gen'
import { Notice } from '@/components/Notice'
import { ButtonLink } from '@/components/RouterLink'
import { isDescribed } from '@/shared/drivers/vehicleLabel'

/** Somebody who has just signed up is matched by what every new driver is taken to drive. */
export function VehicleUnknown({ driver }: { driver: DriverOut }) {
  if (isDescribed(driver.vehicle)) return null
  return (
    <Notice kind="news" title="What do you drive?">
      <p>
        Customers trust a driver more whose vehicle they know, and larger jobs need its capacity.
      </p>
      <ButtonLink to="/driver-dashboard/profile" variant="default" mt="sm">
        Describe Your Vehicle
      </ButtonLink>
    </Notice>
  )
}
