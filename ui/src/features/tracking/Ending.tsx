import { lazy, Suspense } from 'react'
import type { TrackingOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import classes from './Ending.module.css'
import { brand, Fact } from './OrderDetails'

const ReportProblemLink = lazy(() => import('@/shared/claims/ReportProblemLink'))

/** What is left to know and to do once an order has been delivered or cancelled. */
export function Ending({ tracking, viewerId }: { tracking: TrackingOut; viewerId: string | null }) {
  const { order } = tracking
  const awaitsRating =
    order.status === 'completed' && order.customer_rating === null && order.customer_id === viewerId
  const isCharged = order.failure !== null && Boolean(order.cancellation_fee_cents)
  const canReport = order.customer_id === viewerId && (order.status === 'completed' || isCharged)
  return (
    <>
      {canReport && (
        <Suspense>
          <ReportProblemLink orderId={order.id} />
        </Suspense>
      )}
      {order.status === 'cancelled' && <Cancelled tracking={tracking} viewerId={viewerId} />}
      {order.status === 'completed' && order.customer_id === viewerId && (
        <ButtonLink
          to="/rate/$orderId"
          params={{ orderId: order.id }}
          fullWidth
          variant={awaitsRating ? 'filled' : 'default'}
          className={classes.again}
        >
          {awaitsRating ? 'Rate Your Delivery' : 'Rating and Tip'}
        </ButtonLink>
      )}
      {order.customer_id === viewerId && (
        <ButtonLink
          to="/book-service"
          fullWidth
          variant={awaitsRating ? 'default' : 'filled'}
          className={classes.again}
        >
          Book Again
        </ButtonLink>
      )}
    </>
  )
}

function Cancelled({ tracking, viewerId }: { tracking: TrackingOut; viewerId: string | null }) {
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
            <Fact term="By">{whoCancelled(tracking, viewerId)}</Fact>
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
      </dl>
    </section>
  )
}

function whoCancelled({ order }: TrackingOut, viewerId: string | null): string {
  if (order.cancelled_by === viewerId) return 'You'
  return order.cancelled_by === order.customer_id ? 'The customer' : 'The platform'
}
