import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { DrivingEventOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import { EVENT_WORDS, factsOf } from '../labels'
import { useContest } from '../queries'
import classes from './ContestDialog.module.css'

/** The server keeps no more than this many characters. */
const LONGEST_REASON = 500

/** Asks why an event should not count. It is said once, and somebody decides. */
export function ContestDialog(props: { event: DrivingEventOut; onClose: () => void }) {
  const { event, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const ids = { title: useId(), reason: useId(), note: useId() }
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { mutate, isPending } = useContest(event.id)
  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal()
  }, [])

  /** Closing gives the focus back to where it was. */
  function leave() {
    dialog.current?.close()
    onClose()
  }

  function send(submitted: FormEvent) {
    submitted.preventDefault()
    if (isPending) return
    if (reason.trim() === '') {
      setError('Say why this event should not count.')
      return
    }
    setError(null)
    mutate(
      { path: { event_id: event.id }, body: { reason: reason.trim() } },
      {
        onSuccess: () => {
          toast.success('Your appeal was sent.')
          leave()
        },
        onError: (error) => setError(sentenceOf(error)),
      },
    )
  }

  return (
    // The browser's own modal dialog: it traps focus, closes on Escape and returns focus.
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={ids.title}
      onClose={onClose}
      onCancel={(cancelled) => isPending && cancelled.preventDefault()}
    >
      <form onSubmit={send} noValidate>
        <h2 id={ids.title}>Appeal this event</h2>
        <p className={classes.facts}>
          {EVENT_WORDS[event.type]}: {factsOf(event)}
        </p>
        <label htmlFor={ids.reason}>Why should it not count?</label>
        <textarea
          id={ids.reason}
          rows={4}
          maxLength={LONGEST_REASON}
          aria-describedby={ids.note}
          aria-invalid={error !== null}
          value={reason}
          onChange={(changed) => setReason(changed.currentTarget.value)}
        />
        <div id={ids.note} className={classes.note}>
          {error && (
            <p className={classes.error} role="alert">
              {error}
            </p>
          )}
          <p>
            {reason.length} of {LONGEST_REASON} characters
          </p>
        </div>
        <div className={classes.actions}>
          <Button type="submit" loading={isPending}>
            Send Contest
          </Button>
          <Button variant="default" disabled={isPending} onClick={leave}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  )
}
