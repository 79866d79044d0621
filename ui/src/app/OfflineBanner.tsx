import { IconWifiOff } from '@tabler/icons-react'
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import classes from './OfflineBanner.module.css'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)
const isOnline = () => onlineManager.isOnline()

/** Floats below the header, so that nothing moves when a tunnel begins or ends. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, isOnline, () => true)
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
