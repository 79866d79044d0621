import { useState } from 'react'
import type { PaymentOut } from '@/api/generated/types.gen'
import { fieldOf, sentenceOf } from '@/api/problem'
import { useMarketplaceStatus } from '@/api/status'
import { CardForm } from '@/components/card/CardForm'
import type { Card, CardField } from '@/components/card/card'
import { formatCents } from '@/components/Money'
import { Notice } from '../frame/Notice'
import type { PaidOrder } from '../useLeaving'
import classes from './CardPayment.module.css'
import { hasLapsed, Lapsed } from './Lapsed'
import { PaymentFailed } from './PaymentFailed'
import { StripePayment } from './StripePayment'
import { ThreeDSecure } from './ThreeDSecure'
import { useCharge } from './usePayment'

/** The card, the attempt and what came of it (PAY-03 to PAY-06). */
export function CardPayment(props: {
  payment: PaymentOut | undefined
  /** What the driver's offer says, until the payment itself is there. */
  offeredCents: number
  onPaid: (order: PaidOrder) => void
  onNewPrice: () => void
}) {
  const { payment } = props
  const { confirm, authenticate } = useCharge(payment, props.onPaid)
  const [answered, setAnswered] = useState(false)
  const form = useMarketplaceStatus()?.cards.form
  if (payment?.status === 'succeeded') return <PaidAlready {...props} orderId={payment.order_id} />
  if (payment ? !payment.simulated : form === 'stripe') return <StripePayment {...props} />

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
    props.onNewPrice()
  }
  return (
    <section className={classes.card} aria-labelledby="card-title">
      <h2 id="card-title" className={classes.title}>
        Card payment
      </h2>
      <p className={classes.lead}>Complete payment to confirm your booking</p>
      <CardForm
        action={`Pay ${formatCents(payment?.amount_cents ?? props.offeredCents)}`}
        busy={pending || paid}
        disabled={!payment}
        refused={refusedField(confirm.error)}
        onPay={pay}
      >
        {failure && hasLapsed(failure) ? (
          <Lapsed busy={false} onNewPrice={startAgain} />
        ) : (
          failure && !refusedField(failure) && <PaymentFailed error={failure} />
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
