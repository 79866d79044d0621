import { IconMapPinOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { DriverOut } from '@/api/generated/types.gen'
import { useJobs } from '../queries'
import { FixQueue } from './queue'
import classes from './ReportsPosition.module.css'
import { type Hearing, reportWhere } from './reporter'

const COMPLAINT: Partial<Record<Hearing, string>> = {
  denied:
    'Location access denied. Please enable location access in your browser settings, so that customers can be matched with you and follow you.',
  silent: 'Your device does not tell where it is right now. It is asked again by itself.',
  unsupported: 'Geolocation is not supported by this browser',
}

/** Reports where the driver is while they are online or have a job in hand, and says when it cannot. */
export function ReportsPosition({ driver }: { driver: DriverOut }) {
  const { data } = useJobs()
  const isWanted = driver.is_online || (data?.active.length ?? 0) > 0
  const [hearing, setHearing] = useState<Hearing>('waiting')
  useEffect(() => {
    if (!isWanted) return
    setHearing('waiting')
    return reportWhere(new FixQueue(driver.id), setHearing)
  }, [isWanted, driver.id])
  const complaint = isWanted ? COMPLAINT[hearing] : undefined
  return (
    <div role="status">
      {complaint && (
        <p className={classes.complaint}>
          <IconMapPinOff size={20} aria-hidden="true" />
          {complaint}
        </p>
      )}
    </div>
  )
}
