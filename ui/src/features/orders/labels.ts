import type {
  OfferKind,
  OfferState,
  OverseenOrderOut,
  PastOfferOut,
} from '@/api/generated/types.gen'
import { refundLabel, statusLabel } from '@/components/StatusBadge'
import { SOMEBODY, upper } from '@/shared/orders/eventWords'

const KINDS = {
  chosen: 'Chosen by the customer',
  assigned: 'Picked by an administrator',
  in_turn: 'Asked in turn',
  everyone: 'Everyone around',
} satisfies Record<OfferKind, string>

const STATES = {
  open: { label: 'Waiting', badge: 'pending' },
  accepted: { label: 'Accepted', badge: 'completed' },
  declined: { label: 'Declined', badge: 'cancelled' },
  timed_out: { label: 'No answer', badge: 'failed' },
  withdrawn: { label: 'Withdrawn', badge: 'refunded' },
} as const satisfies Record<OfferState, { label: string; badge: string }>

/** Who was asked, how they came by it and what came of it. */
export function offerWords({ kind, state, driver, answered_by }: PastOfferOut) {
  const who = driver ?? (kind === 'everyone' ? answered_by : null)
  return {
    who: who && { id: who.id, name: who.name || upper(SOMEBODY) },
    how: KINDS[kind],
    ...STATES[state],
  }
}

/** How it stands with an order's payment: what went back of it is said too. */
export function paymentWords({ order, charged_cents, refund_cents }: OverseenOrderOut): string {
  if (refund_cents > 0) return refundLabel(refund_cents, charged_cents)
  return statusLabel(order.payment_status)
}
