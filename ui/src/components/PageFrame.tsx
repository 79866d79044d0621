import type { ReactNode } from 'react'
import classes from './PageFrame.module.css'

/** A page below its title, with what is said of the whole of it and what is done from anywhere on it. */
export function PageFrame(props: {
  title: string
  lead?: ReactNode
  /** Buttons and links, at the end of the title's line. */
  actions?: ReactNode
  /** As wide as the header, for a page with a menu beside it. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes.page} data-wide={props.wide || undefined}>
      <header className={classes.top}>
        <div className={classes.words}>
          <h1>{props.title}</h1>
          {props.lead && <p className={classes.lead}>{props.lead}</p>}
        </div>
        {props.actions && <div className={classes.actions}>{props.actions}</div>}
      </header>
      {props.children}
    </div>
  )
}
