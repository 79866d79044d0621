import { IconChevronDown, IconDoor } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { AccessFields } from './AccessFields'
import classes from './AccessFold.module.css'
import { type Access, accessLine, givenAccess } from './access'

/** Access details of one end in one line, until it is opened; then their fields. */
export function AccessFold(props: {
  /** Which end: what a screen reader adds to the line. */
  end: string
  value: Access
  onChange: (access: Access) => void
  phoneField?: string
  phoneError?: string
  children?: ReactNode
}) {
  const { end, value } = props
  const [opened, setOpened] = useState(false)
  const id = useId()
  // What is wrong must be seen to be mended, until it is mended: half a number is a number already.
  if (props.phoneError !== undefined && !opened) setOpened(true)
  const given = givenAccess(value)
  return (
    <div className={classes.fold} data-open={opened || undefined}>
      <button
        type="button"
        className={classes.line}
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        aria-label={given ? `${end} access: ${accessLine(given)}` : `${LABEL} for the ${end}`}
        onClick={() => setOpened(!opened)}
      >
        <IconDoor size={20} aria-hidden="true" />
        <span className={classes.words} data-given={given ? true : undefined}>
          {given && !opened ? accessLine(given) : LABEL}
        </span>
        <IconChevronDown size={18} aria-hidden="true" className={classes.turn} />
      </button>
      {opened && (
        <div id={id} className={classes.inside}>
          <AccessFields
            value={value}
            onChange={props.onChange}
            phoneField={props.phoneField}
            phoneError={props.phoneError}
          />
          <p className={classes.note}>
            Your driver sees this once they accept, and floor and stairs before. None of it changes
            the price.
          </p>
          {props.children}
        </div>
      )}
    </div>
  )
}

const LABEL = 'Add apartment, floor, gate code'
