import { useId } from 'react'
import { Tick } from '@/components/fields/Tick'
import classes from './SmsConsentBox.module.css'

/** Consent to text messages: a box that begins empty, with the words that are agreed to (OP-103). */
export function SmsConsentBox(props: {
  /** As the server keeps them. */
  text: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className={classes.consent}>
      <Tick
        label="Send me text messages about my orders"
        aria-describedby={id}
        checked={props.checked}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <p id={id} className={classes.words}>
        {props.text}
      </p>
    </div>
  )
}
