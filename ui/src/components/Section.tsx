import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

/** One subject of the account: what it is about on the left, what to do about it on the right. */
export function Section(props: { title: string; lead: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.title}>
          {props.title}
        </h2>
        <p className={classes.lead}>{props.lead}</p>
      </div>
      <div className={classes.body}>{props.children}</div>
    </section>
  )
}
