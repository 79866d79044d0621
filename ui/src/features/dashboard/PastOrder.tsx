import { Link } from '@tanstack/react-router'
import type { BookedOrderOut, ClaimState, OrderOut } from '@/api/generated/types.gen'
import { formatCents, Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { StatusBadge } from '@/components/StatusBadge'
import { dateOf } from '@/components/time'
import { STATES } from '@/shared/claims/labels'
import { OrderStatus } from '@/shared/orders/OrderStatus'
import { failedLabel } from './failedLabel'
import classes from './PastOrder.module.css'

/** What became of the price of an order that was canceled. */
function ofPrice(order: OrderOut): string {
  if (order.status !== 'cancelled') return ''
  if (order.payment_status === 'unpaid') return ', not charged'
  const fee = order.cancellation_fee_cents ?? 0
  return fee > 0 ? `, refunded but for ${formatCents(fee)}` : ', refunded'
}

/** The day of the move, which a later refund or rating does not change. */
function dayOf({ completed_at, scheduled_time, created_at }: OrderOut): string {
  return dateOf(completed_at ?? scheduled_time ?? created_at)
}

/** An order that has ended, in a row: what it was, and what can still be done with it. */
export function PastOrder({ booked }: { booked: BookedOrderOut }) {
  const { order, driver, claim_state } = booked
  return (
    <article className={classes.row} aria-labelledby={`order-${order.id}`}>
      <div className={classes.what}>
        <div className={classes.name}>
          <h3 id={`order-${order.id}`}>
            <Link to="/track/$orderId" params={{ orderId: order.id }}>
              Order #{order.number}
            </Link>
          </h3>
          <OrderStatus order={order} label={failedLabel(order)} />
          {claim_state && <Report state={claim_state} />}
        </div>
        <p className={classes.places}>
          {order.pickup_location.address} to {order.delivery_location.address}
        </p>
        <p className={classes.note}>
          {dayOf(order)} · {driver ? driver.name : 'Not assigned'} ·{' '}
          <Money cents={order.price_cents} />
          {ofPrice(order)}
        </p>
      </div>
      <Actions order={order} />
    </article>
  )
}

/** How it stands with the problem that was reported; the order's page says more. */
function Report({ state }: { state: ClaimState }) {
  const { status, label } = STATES[state]
  return <StatusBadge status={status} label={`Problem: ${label}`} />
}

function Actions({ order }: { order: OrderOut }) {
  return (
    <div className={classes.actions}>
      {order.status === 'completed' && (
        <ButtonLink to="/rate/$orderId" params={{ orderId: order.id }} variant="default">
          {order.customer_rating === null ? 'Rate Your Delivery' : 'Rating and Tip'}
        </ButtonLink>
      )}
      {order.payment_status !== 'unpaid' && (
        <ButtonLink
          to="/dashboard"
          search={{ tab: 'payments', search: String(order.number) }}
          variant="default"
          aria-label={`Receipt of order ${order.number}`}
        >
          Receipt
        </ButtonLink>
      )}
      <ButtonLink
        to="/book-service"
        search={{ again: order.id }}
        variant="default"
        aria-label={`Book again: order ${order.number}`}
      >
        Book again
      </ButtonLink>
    </div>
  )
}
