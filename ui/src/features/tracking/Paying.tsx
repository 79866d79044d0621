import type { TrackingOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import classes from './TrackingScreen.module.css'

/** The way to pay while an order is unpaid, and to its confirmation once it is paid (OP-24, OP-31). */
export function Paying({ tracking: { order, payment } }: { tracking: TrackingOut }) {
  if (order.payment_status === 'unpaid' && order.status === 'pending') {
    return (
      <ButtonLink to="/book-service" search={{ order: order.id }} className={classes.where}>
        Pay {formatCents(order.price_cents)}
      </ButtonLink>
    )
  }
  if (!payment?.confirmation_id) return null
  return (
    <ButtonLink
      to="/payment-success/$confirmationId"
      params={{ confirmationId: payment.confirmation_id }}
      variant="default"
      className={classes.where}
    >
      Payment confirmation and receipt
    </ButtonLink>
  )
}
