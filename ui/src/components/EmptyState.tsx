import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** Nothing to show is a screen too: the sentence, and the one thing to do about it. */
export function EmptyState(props: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={classes.empty}>
      {props.icon && (
        <span className={classes.icon} aria-hidden="true">
          {props.icon}
        </span>
      )}
      <p className={classes.title}>{props.title}</p>
      {props.children && <div className={classes.text}>{props.children}</div>}
      {props.action && <div className={classes.action}>{props.action}</div>}
    </div>
  )
}
