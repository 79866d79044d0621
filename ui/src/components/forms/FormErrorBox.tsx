import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Form.module.css'

/**
 * Why nothing happened. It is read out once, and what counts down beside it is not; when the wait is
 * over, that is said in its place. The button that was pressed may be a screen further down, so the
 * box comes into view by itself, unless the form `leads` to the field that is at fault, which says so itself.
 */
export function FormErrorBox(props: { children: ReactNode; wait: number; leads?: boolean }) {
  const { children, wait, leads = false } = props
  const box = useRef<HTMLDivElement>(null)
  const waited = useRef(false)
  if (wait > 0) waited.current = true
  const staysBehind = useRef(leads)
  useEffect(() => {
    if (!staysBehind.current) void box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (waited.current && wait === 0) {
    return (
      <p className={classes.note} role="status">
        You can try again now.
      </p>
    )
  }
  return (
    <div ref={box} className={classes.error}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <p role="alert">{children}</p>
      {wait > 0 && (
        <p className={classes.wait} aria-hidden="true">
          Retry available in: {wait} seconds
        </p>
      )}
    </div>
  )
}
