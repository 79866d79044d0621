import { lazy, Suspense, useCallback, useState } from 'react'
import type { PaymentOut } from '@/api/generated/types.gen'
import { useMarketplaceStatus } from '@/api/status'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import type { Shown } from '@/shared/card/stripe'
import classes from './CardPayment.module.css'
import type { PaymentCopy } from './copy'
import { PaymentFailed } from './PaymentFailed'
import { type PaidOrder, useSettling } from './useCharge'

const StripeForm = lazy(() => import('@/shared/card/StripeForm'))

/**
 * Paying where the provider is real: the browser shows the card to Stripe, and the server asks
 * Stripe what came of it (OP-32).
 */
export function StripePayment(props: {
  payment: PaymentOut | undefined
  /** What is to be paid, until the payment itself is there. */
  offeredCents: number
  words: PaymentCopy
  onPaid: (order: PaidOrder) => void
}) {
  const { payment } = props
  const key = useMarketplaceStatus()?.cards.publishable_key
  const settling = useSettling(payment, props.onPaid)
  const [refused, setRefused] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [unavailable, setUnavailable] = useState(false)
  const giveUp = useCallback(() => setUnavailable(true), [])

  const shown = (outcome: Shown) => {
    settling.reset()
    setRefused(outcome.kind === 'refused' ? outcome.sentence : null)
    if (outcome.kind === 'shown') settling.mutate()
  }
  const again = () => {
    setUnavailable(false)
    setAttempt((before) => before + 1)
  }
  return (
    <section className={classes.card} aria-labelledby="card-title">
      <h2 id="card-title" className={classes.title}>
        Card payment
      </h2>
      <p className={classes.lead}>{props.words.lead}</p>
      {unavailable || (payment && !payment.client_secret) ? (
        <Notice
          kind="problem"
          title="Failed to initialize payment. Please try again."
          action={{ label: 'Try Again', onClick: again }}
        >
          The card form could not be loaded. Nothing was charged.
        </Notice>
      ) : (
        key && (
          <Suspense fallback={<p role="status">Loading the card form…</p>}>
            <StripeForm
              key={attempt}
              publishableKey={key}
              clientSecret={payment?.client_secret}
              action={`Pay ${formatCents(payment?.amount_cents ?? props.offeredCents)}`}
              busy={settling.isPending || settling.data?.payment.status === 'succeeded'}
              onShown={shown}
              onUnavailable={giveUp}
            >
              <WhatCame
                refused={refused}
                settling={settling}
                reassurance={props.words.reassurance}
              />
            </StripeForm>
          </Suspense>
        )
      )}
    </section>
  )
}

function WhatCame(props: {
  refused: string | null
  settling: ReturnType<typeof useSettling>
  reassurance: string
}) {
  const { data, error, isPending, mutate } = props.settling
  if (isPending) return null
  if (props.refused !== null) {
    return (
      <Notice
        kind="problem"
        title={`Payment failed: ${props.refused} Please try again or contact support.`}
        takesFocus
      >
        Nothing was charged. {props.reassurance}
      </Notice>
    )
  }
  if (error) return <PaymentFailed error={error} reassurance={props.reassurance} />
  if (data?.payment.status === 'processing' || data?.payment.status === 'requires_action') {
    return (
      <Notice
        kind="news"
        title="Your bank is still deciding."
        action={{ label: 'Look Again', onClick: () => mutate() }}
        takesFocus
      >
        You cannot be charged twice for this order.
      </Notice>
    )
  }
  if (data?.payment.status === 'requires_payment_method') {
    return <Notice kind="problem" title="Payment failed. Please try again." takesFocus />
  }
  return null
}
