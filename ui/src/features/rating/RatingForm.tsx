import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { TrackedDriverOut, TrackingOut } from '@/api/generated/types.gen'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { LongText } from '@/components/LongText'
import classes from './RatingPage.module.css'
import { Stars } from './Stars'
import { WhoDrove } from './WhoDrove'

/** The server keeps no more than this many characters. */
const LONGEST_FEEDBACK = 1000

export function RatingForm(props: {
  order: TrackingOut['order']
  driver: TrackedDriverOut | null
  isSending: boolean
  error: string | null
  /** On a page that has a title, and the driver, already. */
  isPart?: boolean
  onSend: (rating: { stars: number; feedback: string }) => void
}) {
  const [stars, setStars] = useState(0)
  const [feedback, setFeedback] = useState('')
  const [isMissing, setMissing] = useState(false)
  const ids = { feedback: useId(), left: useId() }

  function send(event: React.FormEvent) {
    event.preventDefault()
    setMissing(stars === 0)
    if (stars > 0) props.onSend({ stars, feedback: feedback.trim() })
  }

  return (
    <form
      className={props.isPart ? classes.part : classes.page}
      onSubmit={send}
      noValidate
      aria-label="Rate your delivery"
    >
      {props.isPart ? (
        <h2 className={classes.question}>How was your delivery?</h2>
      ) : (
        <>
          <header>
            <h1 className={classes.title}>How was your delivery?</h1>
            <p className={classes.lead}>Order #{props.order.number}</p>
          </header>
          <WhoDrove driver={props.driver} orderId={props.order.id} />
        </>
      )}
      <Stars
        label="Your rating"
        value={stars}
        onChange={(value) => {
          setStars(value)
          setMissing(false)
        }}
        error={isMissing ? 'Choose one to five stars.' : undefined}
      />
      <div hidden={props.isPart && stars === 0}>
        <label htmlFor={ids.feedback} className={classes.label}>
          What went well, or not? (optional)
        </label>
        <LongText
          id={ids.feedback}
          rows={4}
          maxLength={LONGEST_FEEDBACK}
          aria-describedby={ids.left}
          value={feedback}
          onChange={(event) => setFeedback(event.currentTarget.value)}
        />
        <p id={ids.left} className={classes.left}>
          {feedback.length} of {LONGEST_FEEDBACK} characters
        </p>
      </div>
      {props.error && <FormErrorBox wait={0}>{props.error}</FormErrorBox>}
      <Button type="submit" size="lg" loading={props.isSending}>
        Send Rating
      </Button>
    </form>
  )
}
