import type { ReactNode } from 'react'
import classes from './Column.module.css'

/** A step that is read from top to bottom. */
export function Column(props: {
  heading: ReactNode
  notices?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.column} data-wide={props.wide || undefined}>
      {props.heading}
      {props.notices}
      <div className={classes.content}>{props.children}</div>
    </div>
  )
}
