import '@mantine/core/styles/Input.layer.css'
import { Button, type InputWrapperProps, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import {
  listClaimsOfOrderQueryKey,
  openClaimMutation,
} from '@/api/generated/@tanstack/react-query.gen'
import type { ClaimableKindOut, ClaimOut } from '@/api/generated/types.gen'
import { idempotencyKeyOf, newIdempotencyKey } from '@/api/idempotencyKeys'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { DialogAnswers } from '@/components/DialogAnswers'
import { LongText } from '@/components/LongText'
import { centsOf, formatCents } from '@/components/Money'
import { dayAndTime } from '@/components/time'
import { PhotoPicker } from '@/shared/proof/PhotoPicker'
import { type ClaimDraft, useClaimDraft } from './draft'
import { ABOUT_AN_ITEM, KINDS } from './labels'
import classes from './ReportProblem.module.css'
import { useClaimPhotos } from './useClaimPhotos'

/** The server takes no more characters. */
const LONGEST_ACCOUNT = 2000
const LONGEST_ITEM = 200
const STEPS = ['What happened?', 'Tell us more', 'What would you like?'] as const

/** The form by steps: what happened, words and photos, what is wanted, and what happens next. */
export default function ReportProblem(props: {
  orderId: string
  possible: ClaimableKindOut[]
  refundableCents: number
  onClose: () => void
}) {
  const { orderId, possible, refundableCents } = props
  const { draft, change, clear } = useClaimDraft(orderId)
  const photos = useClaimPhotos(orderId, orderId)
  // A report may be made again in the same words after it was withdrawn.
  const [opening] = useState(newIdempotencyKey)
  const [step, setStep] = useState(0)
  /** The step that was left in vain: what is missing there is told until it is there. */
  const [tried, setTried] = useState<number | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [sent, setSent] = useState<ClaimOut | null>(null)
  const queries = useQueryClient()
  const path = { order_id: orderId }
  const { mutate, isPending, isPaused } = useMutation({
    ...openClaimMutation(),
    onSuccess: (claim) => {
      setSent(claim)
      forget()
    },
    onError: (error) => setRefused(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: listClaimsOfOrderQueryKey({ path }) }),
  })
  const heading = useHeading(step)
  /** The draft, words and photos. */
  function forget() {
    clear()
    photos.clear()
  }
  if (sent) return <Sent claim={sent} onClose={props.onClose} />

  const photoFault = step === 0 ? null : photos.fault
  const fault = faultIn(step, draft, refundableCents) ?? photoFault
  const problem = (tried === step ? fault : null) ?? refused

  function edit(changed: Partial<ClaimDraft>) {
    setRefused(null)
    change(changed)
  }

  function next(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setRefused(null)
    if (fault !== null) {
      // Where a photo can be sent again.
      const where = fault === photoFault ? 1 : step
      setTried(where)
      setStep(where)
      return
    }
    if (step < STEPS.length - 1) return setStep(step + 1)
    if (draft.kind === null) return setStep(0)
    const body = {
      kind: draft.kind,
      account: draft.account.trim(),
      item: ABOUT_AN_ITEM.has(draft.kind) ? draft.item.trim() : '',
      requested_cents: draft.wantsRefund ? (centsOf(draft.amount) ?? 0) : 0,
      photos: photos.sentIds,
    }
    const key = idempotencyKeyOf(JSON.stringify([opening, body]))
    mutate({ path, body, headers: { 'Idempotency-Key': key } })
  }

  function back() {
    setRefused(null)
    setStep(step - 1)
  }

  /** What was begun is kept by closing, not by canceling. */
  function cancel() {
    forget()
    props.onClose()
  }

  return (
    <Dialog title="Report a problem" onClose={props.onClose}>
      <form className={classes.form} onSubmit={next} noValidate>
        <div>
          <p className={classes.progress}>
            Step {step + 1} of {STEPS.length}
          </p>
          <h3 ref={heading} tabIndex={-1} className={classes.heading}>
            {STEPS[step]}
          </h3>
        </div>
        {step === 0 && <Kinds possible={possible} draft={draft} onChange={edit} />}
        {step === 1 && (
          <>
            <Words draft={draft} onChange={edit} />
            <PhotoPicker photos={photos} />
          </>
        )}
        {step === 2 && <Remedy draft={draft} refundableCents={refundableCents} onChange={edit} />}
        {problem && (
          <p className={classes.error} role="alert">
            {problem}
          </p>
        )}
        {isPaused && (
          <p role="status">You are offline. It is sent as soon as the connection is back.</p>
        )}
        <DialogAnswers
          back={step === 0 ? 'Cancel' : 'Back'}
          isPending={isPending}
          onBack={step === 0 ? cancel : back}
        >
          <Button type="submit" loading={isPending}>
            {step < STEPS.length - 1 ? 'Continue' : 'Send report'}
          </Button>
        </DialogAnswers>
      </form>
    </Dialog>
  )
}

/** Each step begins at its heading, also for those who do not see it. */
function useHeading(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}

function faultIn(step: number, draft: ClaimDraft, most: number): string | null {
  if (step === 0) return draft.kind === null ? 'Choose what happened.' : null
  if (step === 1) return draft.account.trim() === '' ? 'Write a few words about it.' : null
  if (draft.wantsRefund === null) return 'Choose what you would like.'
  if (!draft.wantsRefund) return null
  const cents = centsOf(draft.amount)
  const isPossible = cents !== null && cents > 0 && cents <= most
  return isPossible ? null : `Enter an amount from $0.01 to ${formatCents(most)}.`
}

type Part = { draft: ClaimDraft; onChange: (changed: Partial<ClaimDraft>) => void }

function Kinds({ possible, draft, onChange }: Part & { possible: ClaimableKindOut[] }) {
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.hidden}>What happened?</legend>
      {possible.map(({ kind, until }) => (
        <label key={kind} className={classes.choice}>
          <input
            type="radio"
            name="kind"
            checked={draft.kind === kind}
            onChange={() => onChange({ kind })}
          />
          <span>
            {KINDS[kind]}
            <small>Report it by {dayAndTime(until, Date.now())}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** What is said of a field stands under it, as everywhere in this form. */
const BELOW: InputWrapperProps['inputWrapperOrder'] = ['label', 'input', 'description']

function Words({ draft, onChange }: Part) {
  const account = useId()
  return (
    <>
      {draft.kind && ABOUT_AN_ITEM.has(draft.kind) && (
        <TextInput
          size="md"
          label="Which item? (optional)"
          description="Your driver sees what you write here."
          inputWrapperOrder={BELOW}
          maxLength={LONGEST_ITEM}
          value={draft.item}
          onChange={(event) => onChange({ item: event.currentTarget.value })}
        />
      )}
      <div className={classes.field}>
        <label htmlFor={account}>What happened?</label>
        <LongText
          id={account}
          rows={4}
          maxLength={LONGEST_ACCOUNT}
          value={draft.account}
          onChange={(event) => onChange({ account: event.currentTarget.value })}
        />
        <small>Your driver doesn’t see these words or your photos.</small>
      </div>
    </>
  )
}

function Remedy({ draft, refundableCents, onChange }: Part & { refundableCents: number }) {
  const whole = (refundableCents / 100).toFixed(2)
  return (
    <fieldset className={classes.choices}>
      <legend className={classes.hidden}>What would you like?</legend>
      {refundableCents > 0 && (
        <label className={classes.choice}>
          <input
            type="radio"
            name="remedy"
            checked={draft.wantsRefund === true}
            onChange={() => onChange({ wantsRefund: true, amount: draft.amount || whole })}
          />
          <span>
            A refund
            <small>Up to {formatCents(refundableCents)} can be refunded.</small>
          </span>
        </label>
      )}
      {draft.wantsRefund && (
        <TextInput
          size="md"
          label="Amount in dollars"
          inputMode="decimal"
          value={draft.amount}
          onChange={(event) => onChange({ amount: event.currentTarget.value })}
        />
      )}
      <label className={classes.choice}>
        <input
          type="radio"
          name="remedy"
          checked={draft.wantsRefund === false}
          onChange={() => onChange({ wantsRefund: false })}
        />
        <span>
          Nothing, I just want you to know
          <small>We read every report.</small>
        </span>
      </label>
    </fieldset>
  )
}

function Sent({ claim, onClose }: { claim: ClaimOut; onClose: () => void }) {
  return (
    <Dialog title="We have your report" onClose={onClose}>
      <div className={classes.form}>
        <ol className={classes.next}>
          <li>We ask your driver for their side, and look at everything that was recorded.</li>
          <li>
            We decide by {dayAndTime(claim.decision_due, Date.now())}, or ask you a question before.
          </li>
          <li>You get an e-mail, and see it on this page.</li>
        </ol>
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
