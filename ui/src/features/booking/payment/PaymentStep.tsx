import { Notice } from '@/components/Notice'
import { CardPayment } from '@/shared/card-payment/CardPayment'
import type { PaidOrder } from '@/shared/card-payment/useCharge'
import type { BookingState } from '../booking'
import type { Draft } from '../draft/draft'
import type { Renewal } from '../useBooking'
import type { Offer } from '../useMatches'
import { BothPrices } from './BothPrices'
import { CancellingCosts } from './CancellingCosts'
import { OpeningFailed } from './OpeningFailed'
import { OrderSummary } from './OrderSummary'
import classes from './PaymentStep.module.css'
import { usePayment } from './usePayment'

/** Step 5: the whole order once more, and the card (BKG-07, PAY-03 to PAY-06). */
export function PaymentStep(props: {
  draft: Draft
  offer: Offer
  draftState: BookingState
  expired: boolean
  renewal: Renewal
  onPaid: (order: PaidOrder) => void
}) {
  const { draft, offer } = props
  const waitsForPrice = props.expired && !draft.booked
  const opening = usePayment(
    draft,
    props.draftState,
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
        <p className={classes.rule}>
          After you pay, {offer.name} is asked to accept. If they cannot come, other drivers are
          asked: the price stays, and you can cancel free.
        </p>
        <CancellingCosts scheduledTime={draft.scheduledTime} />
      </div>
    </div>
  )
}
