import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import classes from './DecisionDialog.module.css'
import { Dialog } from './Dialog'
import { DialogAnswers } from './DialogAnswers'
import { LongText } from './LongText'

/** The server keeps no more than this many characters. */
const LONGEST_REASON = 500

/** Something that is decided once and for all, with a reason that somebody reads. */
export function DecisionDialog(props: {
  title: string
  /** What follows from it. */
  children: ReactNode
  /** Who reads the reason. */
  label: string
  confirm: string
  isDangerous?: boolean
  isPending: boolean
  error: string | null
  longest?: number
  onSend: (reason: string) => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const ids = { reason: useId(), note: useId() }
  const error = isEmpty ? 'Write a few words.' : props.error
  function send(event: FormEvent) {
    event.preventDefault()
    if (props.isPending) return
    setEmpty(reason.trim() === '')
    if (reason.trim() !== '') props.onSend(reason.trim())
  }
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form className={classes.form} onSubmit={send} noValidate>
        <div className={classes.words}>{props.children}</div>
        <label htmlFor={ids.reason}>{props.label}</label>
        <LongText
          id={ids.reason}
          data-autofocus
          rows={4}
          maxLength={props.longest ?? LONGEST_REASON}
          value={reason}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : ids.note}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {error && (
          <p id={ids.note} className={classes.error} role="alert">
            {error}
          </p>
        )}
        <DialogAnswers back="Back" isPending={props.isPending} onBack={props.onClose}>
          <Button
            type="submit"
            color={props.isDangerous ? 'red.9' : undefined}
            loading={props.isPending}
          >
            {props.confirm}
          </Button>
        </DialogAnswers>
      </form>
    </Dialog>
  )
}
