import { IconWifiOff } from '@tabler/icons-react'
import { useIsOnline } from '@/components/useIsOnline'
import classes from './OfflineBanner.module.css'

/** Floats below the header, so that nothing moves when a tunnel begins or ends. */
export function OfflineBanner() {
  const online = useIsOnline()
  return (
    <div className={classes.place} role="status" data-offline>
      {!online && (
        <p className={classes.banner}>
          <IconWifiOff size={18} aria-hidden="true" />
          You are offline. Everything goes on when the connection is back.
        </p>
      )}
    </div>
  )
}
