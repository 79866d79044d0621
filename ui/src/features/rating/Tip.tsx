// The card form's; see app/mantine.ts.
import '@mantine/core/styles/Input.layer.css'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { openTipMutation } from '@/api/generated/@tanstack/react-query.gen'
import type { TrackedDriverOut } from '@/api/generated/types.gen'
import { newIdempotencyKey } from '@/api/idempotencyKeys'
import { codeOf, sentenceOf } from '@/api/problem'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { CardPayment } from '@/shared/card-payment/CardPayment'
import classes from './Tip.module.css'

/** In cents; anything else can be typed. */
const OFFERED = [300, 500, 1000]
/** The server takes no less and no more. */
const LEAST_CENTS = 100
const MOST_CENTS = 50_000

/** Something extra for the driver, who gets all of it (OP-35). */
export function Tip(props: {
  orderId: string
  driver: TrackedDriverOut
  /** What was given before. */
  givenCents: number | null
}) {
  const { orderId, driver } = props
  const opening = useMutation(openTipMutation())
  const [cents, setCents] = useState<number | null>(null)
  const [isPaid, setPaid] = useState(false)
  const choose = (chosen: number) => {
    setCents(chosen)
    opening.mutate({
      path: { order_id: orderId },
      body: { amount_cents: chosen },
      headers: { 'Idempotency-Key': newIdempotencyKey() },
    })
  }
  if (isPaid && cents !== null) {
    return (
      <Notice
        kind="news"
        title={`Thank you. ${driver.name} gets the whole ${formatCents(cents)}.`}
        takesFocus
      >
        The receipt is in your payment history.
      </Notice>
    )
  }
  if (props.givenCents !== null) {
    return (
      <Notice
        kind="news"
        title={`You gave ${driver.name} a tip of ${formatCents(props.givenCents)}.`}
      >
        The receipt is in your payment history.
      </Notice>
    )
  }
  if (codeOf(opening.error) === 'tip_already_given') {
    return <Notice kind="news" title={sentenceOf(opening.error)} />
  }
  return (
    <section className={classes.tip} aria-labelledby="tip-title">
      <h2 id="tip-title" className={classes.title}>
        Add a tip for {driver.name}?
      </h2>
      <p className={classes.lead}>100% goes to your driver.</p>
      <Amounts chosen={cents} isBusy={opening.isPending} onChoose={choose} />
      {opening.error && cents !== null && (
        <Notice
          kind="problem"
          title="Failed to initialize payment. Please try again."
          action={{ label: 'Try Again', onClick: () => choose(cents) }}
        >
          {sentenceOf(opening.error)}
        </Notice>
      )}
      {cents !== null && !opening.error && (
        <CardPayment
          key={cents}
          payment={opening.isPending ? undefined : opening.data}
          offeredCents={cents}
          words={{
            lead: 'The tip is charged by itself, apart from your order.',
            reassurance: 'Your rating is kept.',
          }}
          onPaid={() => setPaid(true)}
        />
      )}
    </section>
  )
}

function Amounts(props: {
  chosen: number | null
  isBusy: boolean
  onChoose: (cents: number) => void
}) {
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const id = useId()
  const cents = centsOf(typed)
  const error = isTried && cents === null ? 'Enter an amount from $1.00 to $500.00.' : null
  const take = (event: React.FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (cents !== null) props.onChoose(cents)
  }
  return (
    <div className={classes.amounts}>
      {OFFERED.map((cents) => (
        <Button
          key={cents}
          variant={cents === props.chosen ? 'filled' : 'default'}
          aria-pressed={cents === props.chosen}
          disabled={props.isBusy}
          onClick={() => props.onChoose(cents)}
        >
          {formatCents(cents).replace('.00', '')}
        </Button>
      ))}
      <form className={classes.other} onSubmit={take} noValidate>
        <label htmlFor={id}>Other amount in dollars</label>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          maxLength={7}
          value={typed}
          aria-invalid={error !== null}
          aria-describedby={error === null ? undefined : `${id}-error`}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={props.isBusy}>
          Add tip
        </Button>
        {error !== null && (
          <p id={`${id}-error`} className={classes.error} role="alert">
            {error}
          </p>
        )}
      </form>
    </div>
  )
}

/** "7", "7.5" and "$7.50" in cents; null for what is no amount that can be given. */
export function centsOf(text: string): number | null {
  const found = /^\$?\s*(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  if (!found) return null
  const cents = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return cents >= LEAST_CENTS && cents <= MOST_CENTS ? cents : null
}
