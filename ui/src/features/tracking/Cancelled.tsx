import type { TrackingOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import classes from './Cancelled.module.css'
import { brand, Fact } from './OrderDetails'

/** Business days until a bank shows a refund that was sent to it, as the card provider says of all banks. */
const REFUND_DAYS = '5 to 10'

/** Who canceled, what it costs, and what comes back when. Of the money nobody but its payer reads. */
export function Cancelled({ tracking, isOwn }: { tracking: TrackingOut; isOwn: boolean }) {
  const { order, payment } = tracking
  const owed = payment?.refund_requested_cents ?? 0
  const returned = payment?.refunded_cents ?? 0
  const nothing = order.failure ? 'Nothing' : 'None'
  const nothingBack = payment?.status === 'succeeded' ? 'None' : 'Nothing was charged'
  return (
    <section aria-label={order.failure ? 'What it costs' : 'Cancellation'}>
      <dl className={classes.facts}>
        {order.failure ? (
          order.failure.note && <Fact term="Driver’s note">{order.failure.note}</Fact>
        ) : (
          <>
            <Fact term="By">{whoCancelled(tracking, isOwn)}</Fact>
            {order.cancellation_reason && <Fact term="Reason">{order.cancellation_reason}</Fact>}
          </>
        )}
        <Fact term={order.failure ? 'You pay' : 'Fee'}>
          {order.cancellation_fee_cents ? <Money cents={order.cancellation_fee_cents} /> : nothing}
        </Fact>
        <Fact term="Refund">
          {owed === 0 ? (
            nothingBack
          ) : (
            <>
              <Money cents={owed} />
              {returned >= owed ? ' returned to ' : ' on its way to '}
              {brand(payment?.card_brand ?? null)}
              {payment?.card_last4 && ` ending ${payment.card_last4}`}
            </>
          )}
        </Fact>
        {owed > 0 && (
          <Fact term="Arrives">
            {returned >= owed ? 'Your bank shows it' : 'Your bank shows it after it was sent,'}{' '}
            within {REFUND_DAYS} business days
          </Fact>
        )}
      </dl>
    </section>
  )
}

function whoCancelled({ order }: TrackingOut, isOwn: boolean): string {
  if (order.cancelled_by !== order.customer_id) return 'The platform'
  return isOwn ? 'You' : 'The customer'
}
