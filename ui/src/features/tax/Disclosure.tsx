import { type ReactNode, useState } from 'react'
import classes from './TaxCenter.module.css'

/** What is read, and so asked for, by those who open it. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={classes.details}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
