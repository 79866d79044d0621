import type { ComponentProps } from 'react'
import classes from './LongText.module.css'

/** A field for sentences, whose label stands with it. */
export function LongText(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return <textarea {...props} className={classes.text} />
}
