import { Fragment } from 'react'
import classes from './AddressDropdown.module.css'
import { matchedParts } from './matchedParts'

/** A suggestion with what was typed made stronger; to a screen reader it is plain text. */
export function Emphasized({ text, typed }: { text: string; typed: string }) {
  return matchedParts(text, typed).map((part) => (
    <Fragment key={part.start}>
      {part.matched ? <span className={classes.matched}>{part.text}</span> : part.text}
    </Fragment>
  ))
}
