import { IconMapPinOff } from '@tabler/icons-react'
import classes from './LocationNotice.module.css'

/** Why the console does not know where it is, and that the work goes on without. */
export function LocationNotice({ locationError: error }: { locationError: string | undefined }) {
  return (
    <div role="status">
      {error && (
        <p className={classes.notice}>
          <IconMapPinOff size={22} aria-hidden="true" />
          <span>
            {error} Requests come for where you were last. On My Way, Start Delivery and the steps
            after them work by their buttons.
          </span>
        </p>
      )}
    </div>
  )
}
