import { IconMapPinOff } from '@tabler/icons-react'
import type { DriverOut } from '@/api/generated/types.gen'
import { useJobs } from '../queries'
import { useOwnPosition } from './ownPosition'
import classes from './ReportsPosition.module.css'

/** Reports where the driver is while they are online or have a job in hand, and says when it cannot. */
export function ReportsPosition({ driver }: { driver: DriverOut }) {
  const { data } = useJobs()
  const isWanted = driver.is_online || (data?.active.length ?? 0) > 0
  const { locationError } = useOwnPosition(driver.id, isWanted)
  return (
    <div role="status">
      {locationError && (
        <p className={classes.error}>
          <IconMapPinOff size={20} aria-hidden="true" />
          {locationError}
        </p>
      )}
    </div>
  )
}
