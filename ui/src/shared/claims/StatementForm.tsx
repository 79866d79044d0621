import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { LongText } from '@/components/LongText'
import { PhotoPicker } from '@/shared/proof/PhotoPicker'
import { useClaimDraft } from './draft'
import classes from './ReportProblem.module.css'
import { useClaimPhotos } from './useClaimPhotos'

/** The server takes no more characters. */
const LONGEST_STATEMENT = 2000

/** Words and photos about a report: a customer's answer, or a driver's side. */
export function StatementForm(props: {
  orderId: string
  /** What it answers: a reload finds its words and photos again by it. */
  answers: string
  label: string
  action: string
  isPending: boolean
  error: string | null
  onSend: (body: { text: string; photos: string[] }, onSent: () => void) => void
}) {
  const { draft, change, clear } = useClaimDraft(props.answers)
  const text = draft.account
  const [isTried, setTried] = useState(false)
  const photos = useClaimPhotos(props.orderId, props.answers)
  const id = useId()
  const fault = text.trim() === '' ? 'Write a few words.' : photos.fault
  const error = (isTried ? fault : null) ?? props.error
  function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (fault || props.isPending) return
    props.onSend({ text: text.trim(), photos: photos.sentIds }, () => {
      clear()
      photos.clear()
    })
  }
  return (
    <form className={classes.form} onSubmit={send} noValidate>
      <div className={classes.field}>
        <label htmlFor={id}>{props.label}</label>
        <LongText
          id={id}
          rows={3}
          maxLength={LONGEST_STATEMENT}
          value={text}
          onChange={(event) => change({ account: event.currentTarget.value })}
        />
      </div>
      <PhotoPicker photos={photos} />
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={props.isPending}>
          {props.action}
        </Button>
      </div>
    </form>
  )
}
