import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Form.module.css'

/** That something went well, read out as it appears. */
export function FormSuccess({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <div className={classes.done}>
          <IconCircleCheck size={20} aria-hidden="true" />
          <p>{children}</p>
        </div>
      )}
    </div>
  )
}
