import type { ReactNode } from 'react'
import classes from './Column.module.css'

/** A step that is read from top to bottom, with room for something beside it on a desk. */
export function Column(props: {
  heading: ReactNode
  notices?: ReactNode
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  const wide = props.wide || props.aside !== undefined
  return (
    <div className={classes.column} data-wide={wide || undefined}>
      {props.heading}
      <div className={classes.notices}>{props.notices}</div>
      {props.aside === undefined ? (
        <div className={classes.content}>{props.children}</div>
      ) : (
        <div className={classes.beside}>
          <div>{props.children}</div>
          <aside>{props.aside}</aside>
        </div>
      )}
    </div>
  )
}
