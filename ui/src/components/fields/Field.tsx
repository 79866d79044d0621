import type { ReactNode } from 'react'
import classes from './Field.module.css'

/** A label, the value it stands at, and the control below them. */
export function Field({
  id,
  label,
  value,
  children,
}: Record<'id' | 'label', string> & { value?: string; children: ReactNode }) {
  return (
    <div className={classes.field}>
      <div className={classes.top}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        {value && <output className={classes.value}>{value}</output>}
      </div>
      {children}
    </div>
  )
}
