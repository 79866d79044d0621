import { useId } from 'react'
import { Tick } from '@/components/fields/Tick'
import classes from './SaveCardBox.module.css'

/** Consent to keep the card: a box that begins empty, with what is kept and where (PAY-30). */
export function SaveCardBox(props: {
  checked: boolean
  busy?: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className={classes.box}>
      <Tick
        label="Save this card for next time"
        aria-describedby={id}
        checked={props.checked}
        aria-busy={props.busy}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <p id={id} className={classes.words}>
        The card company keeps it; we keep its brand, last four digits and expiry. Remove it on your
        account page at any time.
      </p>
    </div>
  )
}
