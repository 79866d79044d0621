import { Button } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { Dialog } from '@/components/Dialog'
import { DialogAnswers } from '@/components/DialogAnswers'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { LongText } from '@/components/LongText'
import { FACTORS } from './labels'
import classes from './Screening.module.css'

const LONGEST_FACTOR = 1_000

/** The individualized assessment: something is written to each of the eight factors. */
export function AssessmentDialog(props: {
  isPending: boolean
  error: string | null
  onSend: (factors: Record<string, string>) => void
  onClose: () => void
}) {
  const id = useId()
  const [written, setWritten] = useState<Record<string, string>>({})
  const [isTried, setTried] = useState(false)
  const isMissing = (factor: string) => isTried && !written[factor]?.trim()
  function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.keys(FACTORS).every((factor) => written[factor]?.trim())) props.onSend(written)
  }
  return (
    <Dialog title="Individualized assessment" size="lg" onClose={props.onClose}>
      <form className={classes.form} onSubmit={send} noValidate>
        <p>The applicant reads it with the notice.</p>
        {Object.entries(FACTORS).map(([factor, question]) => (
          <div key={factor} className={classes.factor}>
            <label htmlFor={`${id}${factor}`}>{question}</label>
            <LongText
              id={`${id}${factor}`}
              rows={2}
              maxLength={LONGEST_FACTOR}
              value={written[factor] ?? ''}
              aria-invalid={isMissing(factor)}
              aria-describedby={isMissing(factor) ? `${id}${factor}-error` : undefined}
              onChange={({ currentTarget: { value } }) =>
                setWritten((before) => ({ ...before, [factor]: value }))
              }
            />
            {isMissing(factor) && (
              <p id={`${id}${factor}-error`} className={classes.error} role="alert">
                Write a few words.
              </p>
            )}
          </div>
        ))}
        {props.error && <FormErrorBox wait={0}>{props.error}</FormErrorBox>}
        <DialogAnswers back="Back" onBack={props.onClose}>
          <Button type="submit" loading={props.isPending}>
            Save Assessment
          </Button>
        </DialogAnswers>
      </form>
    </Dialog>
  )
}
