import { lazy, Suspense, useCallback, useState } from 'react'
import { saveNextCard } from '@/api/generated/sdk.gen'
import { sentenceOf } from '@/api/problem'
import { useMarketplaceStatus } from '@/api/status'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { useCardsChanged } from '@/shared/card/savedCards'
import type { Shown } from '@/shared/card/stripe'
import { PaymentOutcome } from './PaymentOutcome'
import type { PaymentProps } from './paymentProps'
import { useSettling } from './useCharge'

const StripeForm = lazy(() => import('@/shared/card/StripeForm'))

/**
 * Paying where the provider is real: the browser shows the card to Stripe, and the server asks
 * Stripe what came of it (OP-32).
 */
export function StripePayment(props: PaymentProps) {
  const { payment } = props
  const key = useMarketplaceStatus()?.cards.publishable_key
  const changed = useCardsChanged()
  const settling = useSettling(payment, (order) => {
    void changed()
    props.onPaid(order)
  })
  const [saves, setSaves] = useState(false)
  const [notSaved, setNotSaved] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [unavailable, setUnavailable] = useState(false)
  const giveUp = useCallback(() => setUnavailable(true), [])

  const shown = (outcome: Shown) => {
    settling.reset()
    setRefused(outcome.kind === 'refused' ? outcome.sentence : null)
    if (outcome.kind === 'shown') settling.mutate()
  }
  const save = async (wanted: boolean) => {
    setNotSaved(null)
    setSaves(wanted)
    try {
      await saveNextCard({
        path: { payment_id: payment?.id ?? '' },
        body: { save: wanted },
        throwOnError: true,
      })
    } catch (error) {
      setSaves(!wanted)
      setNotSaved(sentenceOf(error))
    }
  }
  const again = () => {
    setUnavailable(false)
    setAttempt((before) => before + 1)
  }
  return (
    <>
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
              saves={saves}
              onSave={save}
              busy={settling.isPending || settling.data?.payment.status === 'succeeded'}
              onShown={shown}
              onUnavailable={giveUp}
            >
              {notSaved && <Notice kind="problem" title={notSaved} takesFocus />}
              <PaymentOutcome
                refused={refused}
                settling={settling}
                reassurance={props.words.reassurance}
              />
            </StripeForm>
          </Suspense>
        )
      )}
    </>
  )
}
