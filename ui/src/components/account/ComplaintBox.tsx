import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Form.module.css'

/** Why nothing happened. The countdown beside it is not read out every second. */
export function ComplaintBox({ children, wait }: { children: ReactNode; wait: number }) {
  return (
    <div className={classes.complaint} role="alert">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <p>{children}</p>
      {wait > 0 && (
        <p className={classes.wait} aria-hidden="true">
          Retry available in: {wait} seconds
        </p>
      )}
    </div>
  )
}
