import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useMarketplaceStatus } from '@/api/status'
import { Notice } from '@/components/Notice'
import { ANOTHER, CardChoice } from '@/shared/card/CardChoice'
import { useCardsChanged, useSavedCards } from '@/shared/card/savedCards'
import classes from './CardPayment.module.css'
import { BOOKING, type PaymentCopy } from './copy'
import { DocumentedPayment } from './DocumentedPayment'
import type { PaymentProps } from './paymentProps'
import { SavedCardPayment } from './SavedCardPayment'
import { StripePayment } from './StripePayment'
import type { PaidOrder } from './useCharge'

/** The card, the attempt and what came of it (PAY-03 to PAY-06, PAY-30). */
export function CardPayment(props: Omit<PaymentProps, 'words'> & { words?: PaymentCopy }) {
  const { payment, words = BOOKING } = props
  const status = useMarketplaceStatus()
  const saved = useSavedCards()
  const changed = useCardsChanged()
  const [chosen, setChosen] = useState<string | null>(null)
  const [useless, setUseless] = useState<string | null>(null)
  const choose = (value: string) => {
    setChosen(value)
    setUseless(null)
  }
  const forget = (sentence: string) => {
    setChosen(null)
    setUseless(sentence)
    void changed()
  }
  if (payment?.status === 'succeeded') return <PaidAlready {...props} orderId={payment.order_id} />
  const cards = saved.data ?? []
  const first = cards.find((each) => !each.has_expired)
  const card = chosen === ANOTHER ? undefined : (cards.find(({ id }) => id === chosen) ?? first)
  const form = status?.cards.form
  const stripe = form ? form === 'stripe' : payment && !payment.simulated
  const common = { ...props, words }
  return (
    <section className={classes.card} aria-labelledby="card-title">
      <h2 id="card-title" className={classes.title}>
        Card payment
      </h2>
      <p className={classes.lead}>{words.lead}</p>
      {saved.isLoading ? (
        <Skeleton height={168} radius="md" aria-busy="true" />
      ) : (
        <>
          {useless && (
            <Notice kind="problem" title={useless} takesFocus>
              Nothing was charged. {words.reassurance}
            </Notice>
          )}
          {cards.length > 0 && (
            <CardChoice cards={cards} value={card?.id ?? ANOTHER} onChange={choose} />
          )}
          {card ? (
            <SavedCardPayment
              key={card.id}
              {...common}
              card={card}
              onUseless={forget}
              publishableKey={stripe ? status?.cards.publishable_key : null}
            />
          ) : stripe ? (
            <StripePayment {...common} />
          ) : (
            <DocumentedPayment {...common} />
          )}
        </>
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
