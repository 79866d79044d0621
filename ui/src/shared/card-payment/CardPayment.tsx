import { useState } from 'react'
import type { PaymentOut } from '@/api/generated/types.gen'
import { fieldOf, sentenceOf } from '@/api/problem'
import { useMarketplaceStatus } from '@/api/status'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { CardForm } from '@/shared/card/CardForm'
import type { Card, CardField } from '@/shared/card/card'
import classes from './CardPayment.module.css'
import { BOOKING, type PaymentCopy } from './copy'
import { hasLapsed, PaymentExpired } from './PaymentExpired'
import { PaymentFailed } from './PaymentFailed'
import { StripePayment } from './StripePayment'
import { ThreeDSecure } from './ThreeDSecure'
import { type PaidOrder, useCharge } from './useCharge'

/** The card, the attempt and what came of it (PAY-03 to PAY-06). */
export function CardPayment(props: {
  payment: PaymentOut | undefined
  /** What is to be paid, until the payment itself is there. */
  offeredCents: number
  words?: PaymentCopy
  onPaid: (order: PaidOrder) => void
  /** Asks for a new price where prices end; a sum that somebody chose never does. */
  onNewPrice?: () => void
}) {
  const { payment, words = BOOKING, onNewPrice } = props
  const { confirm, authenticate } = useCharge(payment, props.onPaid)
  const [answered, setAnswered] = useState(false)
  const form = useMarketplaceStatus()?.cards.form
  if (payment?.status === 'succeeded') return <PaidAlready {...props} orderId={payment.order_id} />
  if (form ? form === 'stripe' : payment && !payment.simulated)
    return <StripePayment {...props} words={words} />

  const paid = [confirm.data, authenticate.data].some((one) => one?.payment.status === 'succeeded')
  const asked = confirm.data?.payment.status ?? payment?.status
  const pending = confirm.isPending || authenticate.isPending
  const failure = pending ? null : (authenticate.error ?? confirm.error)
  const pay = (card: Card) => {
    setAnswered(false)
    authenticate.reset()
    confirm.mutate(card)
  }
  const startAgain = () => {
    confirm.reset()
    authenticate.reset()
    onNewPrice?.()
  }
  return (
    <section className={classes.card} aria-labelledby="card-title">
      <h2 id="card-title" className={classes.title}>
        Card payment
      </h2>
      <p className={classes.lead}>{words.lead}</p>
      <CardForm
        action={`Pay ${formatCents(payment?.amount_cents ?? props.offeredCents)}`}
        busy={pending || paid}
        disabled={!payment}
        refused={refusedField(confirm.error)}
        onPay={pay}
      >
        {onNewPrice && failure && hasLapsed(failure) ? (
          <PaymentExpired busy={false} onNewPrice={startAgain} />
        ) : (
          failure &&
          !refusedField(failure) && (
            <PaymentFailed error={failure} reassurance={words.reassurance} />
          )
        )}
      </CardForm>
      {payment && asked === 'requires_action' && !answered && !paid && (
        <ThreeDSecure
          cents={payment.amount_cents}
          busy={authenticate.isPending}
          onAnswer={(approved) =>
            authenticate.mutate(approved, { onSettled: () => setAnswered(true) })
          }
          onClose={() => setAnswered(true)}
        />
      )}
    </section>
  )
}

/** Paid in another tab, or by an attempt whose answer was lost before a reload. */
function PaidAlready(props: { orderId: string; onPaid: (order: PaidOrder) => void }) {
  return (
    <Notice
      kind="news"
      title="This order is paid."
      action={{
        label: 'Track Your Order',
        onClick: () => props.onPaid({ id: props.orderId }),
      }}
    >
      Your booking is confirmed; there is nothing left to pay.
    </Notice>
  )
}

/** `card.number` of a refusal, as the form's own field. */
function refusedField(error: unknown): Partial<Record<CardField, string>> | undefined {
  const [part, name] = fieldOf(error)?.split('.') ?? []
  if (part !== 'card' || !name) return undefined
  return { [name as CardField]: sentenceOf(error) }
}
