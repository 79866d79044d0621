import type { ReactNode } from 'react'
import classes from './AddressInput.module.css'

/** A button inside the field's frame. It leaves the focus, and so the phone's keyboard, alone. */
export function FieldButton(props: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className={classes.inside}
      aria-label={props.label}
      title={props.label}
      onPointerDown={(event) => event.preventDefault()}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}
