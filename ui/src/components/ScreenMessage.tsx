import type { ReactNode } from 'react'
import classes from './ScreenMessage.module.css'

/** An empty, missing or failed screen is a screen: one sentence, what to do, one main button. */
export function ScreenMessage(props: {
  eyebrow?: string
  title: string
  children: ReactNode
  actions: ReactNode
}) {
  return (
    <section className={classes.screen}>
      <div className={classes.column}>
        {props.eyebrow && <p className={classes.eyebrow}>{props.eyebrow}</p>}
        <h1 className={classes.title}>{props.title}</h1>
        <div className={classes.text}>{props.children}</div>
        <div className={classes.actions}>{props.actions}</div>
      </div>
    </section>
  )
}
