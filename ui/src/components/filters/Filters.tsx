import type { ReactNode } from 'react'
import classes from './Filters.module.css'

/** What narrows a list: a search, and four more fields. */
export function Filters({ label, children }: { label: string; children: ReactNode }) {
  return (
    <search className={classes.filters} aria-label={label}>
      {children}
    </search>
  )
}
