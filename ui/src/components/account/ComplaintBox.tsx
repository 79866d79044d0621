import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Form.module.css'

/**
 * Why nothing happened. The countdown beside it is not read out every second. The button that was
 * pressed may be a screen further down, so the box comes into view by itself.
 */
export function ComplaintBox({ children, wait }: { children: ReactNode; wait: number }) {
  const box = useRef<HTMLDivElement>(null)
  // Newer browsers answer with a promise, which must not be taken for a clean-up.
  useEffect(() => void box.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={box} className={classes.complaint} role="alert">
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
