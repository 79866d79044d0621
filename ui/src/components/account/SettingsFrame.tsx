import type { ReactNode } from 'react'
import classes from './SettingsFrame.module.css'

/** A page of sections below each other, each of which saves something of its own. */
export function SettingsFrame(props: {
  title: string
  lead: ReactNode
  /** Where the page leads back to. */
  back?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <div>
          <h1>{props.title}</h1>
          <p className={classes.lead}>{props.lead}</p>
        </div>
        {props.back}
      </header>
      {props.children}
    </div>
  )
}
