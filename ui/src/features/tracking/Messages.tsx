import { lazy, Suspense } from 'react'
import type { TrackingOut } from '@/api/generated/types.gen'
import classes from './Messages.module.css'

const MessagingPanel = lazy(async () => ({
  default: (await import('@/shared/messaging/MessagingPanel')).MessagingPanel,
}))

/** Nobody writes about an order that was never paid and that nobody drives. */
export function hasMessages({ order, driver }: TrackingOut): boolean {
  return driver !== null || order.payment_status !== 'unpaid'
}

/** What the customer and their driver write to each other, on the order's own page (DRV-28). */
export function Messages({ tracking: { order } }: { tracking: TrackingOut }) {
  const known = {
    order_number: String(order.number),
    pickup_address: order.pickup_location.address,
    dropoff_address: order.delivery_location.address,
  }
  return (
    <div className={classes.messages}>
      <Suspense fallback={null}>
        <MessagingPanel
          orderId={order.id}
          party="customer"
          known={known}
          withoutTemplates={order.status === 'completed' || order.status === 'cancelled'}
        />
      </Suspense>
    </div>
  )
}
