import type { ReactNode } from 'react'
import classes from './Breakdown.module.css'

/** What an amount is made of, line by line. */
export function Breakdown(props: { label?: string; isBoxed?: boolean; children: ReactNode }) {
  return (
    <dl className={classes.lines} aria-label={props.label} data-boxed={props.isBoxed}>
      {props.children}
    </dl>
  )
}

/** A line; the hint below its label says what it is for. */
export function BreakdownLine(props: {
  label: string
  hint?: string
  isSum?: boolean
  children: ReactNode
}) {
  return (
    <div data-sum={props.isSum}>
      <dt>
        {props.label}
        {props.hint && <small>{props.hint}</small>}
      </dt>
      <dd>{props.children}</dd>
    </div>
  )
}
