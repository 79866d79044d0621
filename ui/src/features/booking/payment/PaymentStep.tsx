import { useState } from 'react'
import type { OrderOut, PaymentOut } from '@/api/generated/types.gen'
import { codeOf, fieldOf, sentenceOf } from '@/api/problem'
import { CardForm } from '@/components/card/CardForm'
import type { CardField } from '@/components/card/card'
import { formatCents } from '@/components/Money'
import { BookingFailed, type Desk } from '../booking'
import type { Draft } from '../draft/draft'
import { Notice } from '../frame/Notice'
import type { Offer } from '../matching'
import type { Renewal } from '../useBooking'
import { BothPrices } from './BothPrices'
import { OrderSummary } from './OrderSummary'
import classes from './PaymentStep.module.css'
import { ThreeDSecure } from './ThreeDSecure'
import { useCharge, usePayment } from './usePayment'

/** Step 5: the whole order once more, and the card (BKG-07, PAY-03 to PAY-06). */
export function PaymentStep(props: {
  draft: Draft
  offer: Offer
  desk: Desk
  expired: boolean
  renewal: Renewal
  onPaid: (order: OrderOut) => void
}) {
  const { draft, offer } = props
  const waitsForPrice = props.expired && !draft.booked
  const opening = usePayment(
    draft,
    props.desk,
    props.renewal.quoteId,
    !waitsForPrice && !props.renewal.busy,
  )
  const payment = opening.data
  return (
    <div className={classes.columns}>
      <div className={classes.summary}>
        <OrderSummary draft={draft} offer={offer} />
      </div>
      <div className={classes.pay}>
        {draft.priced && <BothPrices quoted={draft.priced.quote.fare} offer={offer} />}
        <OpeningFailed
          error={opening.error}
          busy={opening.isFetching || props.renewal.busy}
          onTryAgain={() => void opening.refetch()}
          onNewPrice={props.renewal.start}
        />
        {opening.fetchStatus === 'paused' && (
          <Notice kind="news" title="You are offline.">
            Payment opens as soon as the connection is back. Nothing was charged.
          </Notice>
        )}
        <CardPayment
          payment={payment}
          offeredCents={offer.fare.total_cents}
          onPaid={props.onPaid}
          onNewPrice={props.renewal.start}
        />
      </div>
    </div>
  )
}

function OpeningFailed(props: {
  error: unknown
  busy: boolean
  onTryAgain: () => void
  onNewPrice: () => void
}) {
  const { error, busy } = props
  if (!error) return null
  const { stage, cause } =
    error instanceof BookingFailed ? error : { stage: 'payment', cause: error }
  if (hasLapsed(cause)) return <Lapsed busy={busy} onNewPrice={props.onNewPrice} />
  return (
    <Notice
      kind="problem"
      title={
        stage === 'order'
          ? 'Order creation failed. Please try again.'
          : 'Failed to initialize payment. Please try again.'
      }
      action={{ label: 'Try Again', onClick: props.onTryAgain, busy }}
    >
      {stage === 'payment' && <p>Failed to create payment intent</p>}
      <p>{sentenceOf(cause)}</p>
    </Notice>
  )
}

/** The quote is over, or the order was not paid in time and is cancelled (OP-24). */
function hasLapsed(cause: unknown): boolean {
  const code = codeOf(cause)
  return code === 'quote_expired' || code === 'illegal_move' || code === 'not_found'
}

function Lapsed({ busy, onNewPrice }: { busy: boolean; onNewPrice: () => void }) {
  return (
    <Notice
      kind="problem"
      title="This price has expired."
      action={{ label: 'Get New Price', onClick: onNewPrice, busy }}
    >
      Nothing was charged, and everything you entered is kept.
    </Notice>
  )
}

function CardPayment(props: {
  payment: PaymentOut | undefined
  offeredCents: number
  onPaid: (order: OrderOut) => void
  onNewPrice: () => void
}) {
  const { payment } = props
  const { confirm, authenticate } = useCharge(payment, props.onPaid)
  const [answered, setAnswered] = useState(false)
  const asked = confirm.data?.payment.status ?? payment?.status
  const paid = [confirm.data, authenticate.data].some((one) => one?.payment.status === 'succeeded')
  const failure =
    confirm.isPending || authenticate.isPending ? null : (authenticate.error ?? confirm.error)
  const busy = confirm.isPending || authenticate.isPending || paid
  if (payment && !payment.simulated) {
    return (
      <Notice kind="problem" title="Cards are not taken on this page yet.">
        This marketplace has a real card provider, whose own form is not part of this version.
        Nothing was charged.
      </Notice>
    )
  }
  return (
    <section className={classes.card} aria-labelledby="card-title">
      <h2 id="card-title" className={classes.title}>
        Card payment
      </h2>
      <p className={classes.lead}>Complete payment to confirm your booking</p>
      <CardForm
        action={
          payment
            ? `Pay ${formatCents(payment.amount_cents)}`
            : `Pay ${formatCents(props.offeredCents)}`
        }
        busy={busy}
        disabled={!payment}
        refused={refusedField(confirm.error)}
        onPay={(card) => {
          setAnswered(false)
          authenticate.reset()
          confirm.mutate(card)
        }}
      >
        {failure && hasLapsed(failure) ? (
          <Lapsed busy={false} onNewPrice={props.onNewPrice} />
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

function PaymentFailed({ error }: { error: unknown }) {
  const known = codeOf(error) !== undefined
  const reason = known ? sentenceOf(error) : 'The server could not be reached.'
  return (
    <Notice kind="problem" title={`Payment failed: ${reason} Please try again or contact support.`}>
      {known
        ? 'Nothing was charged. Your booking is kept.'
        : 'Payment failed. Please try again. You cannot be charged twice for this order.'}
    </Notice>
  )
}

/** `card.number` of a refusal, as the form's own field. */
function refusedField(error: unknown): Partial<Record<CardField, string>> | undefined {
  const [part, name] = fieldOf(error)?.split('.') ?? []
  if (part !== 'card' || !name) return undefined
  return { [name as CardField]: sentenceOf(error) }
}
