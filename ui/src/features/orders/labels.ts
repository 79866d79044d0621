import type {
  HistoryEventOut,
  OfferKind,
  OfferState,
  OrderEventType,
  PastOfferOut,
} from '@/api/generated/types.gen'

/** What an erased or unknown driver is called. */
const SOMEBODY = 'a driver'

const EVENTS = {
  created: () => 'Booked',
  payment_declined: () => 'Payment declined',
  paid: () => 'Paid',
  chosen_driver_unavailable: () => 'The chosen driver could not come',
  assigned: (who) => `Assigned to ${who}`,
  accepted: (who) => `Accepted by ${who}`,
  en_route: (who) => `${upper(who)} set out`,
  started: (who) => `${upper(who)} began at the pickup`,
  picked_up: () => 'Picked up',
  completed: () => 'Delivered',
  handed_back: () => 'Handed back by its driver',
  declined: () => 'Declined by its driver',
  timed_out: () => 'Not answered in time',
  reassigned: (who) => (who === '' ? 'Taken from its driver' : `Reassigned to ${who}`),
  cancelled: () => 'Canceled',
  rescheduled: () => 'Moved to another time',
  rated: () => 'Rated',
  delivery_failed: () => 'Could not be delivered',
  delivery_resumed: () => 'To be delivered after all',
  returned: () => 'Items brought back',
  proved: () => 'Proof of delivery taken',
  claim_opened: () => 'Problem reported',
  claim_information_requested: () => 'Question about the report',
  claim_answered: () => 'Question answered',
  claim_withdrawn: () => 'Report withdrawn',
  claim_decided: () => 'Report decided',
} satisfies Record<OrderEventType, (who: string) => string>

/** An entry of the order's log in words; a newer server's is told by its own. */
export function eventWords({ type, driver, miles_away }: HistoryEventOut): string {
  const away = miles_away === null ? '' : `, ${miles_away.toFixed(1)} mi away`
  const words = EVENTS[type] as ((who: string) => string) | undefined
  if (!words) return upper(String(type).replaceAll('_', ' ')) + away
  return words(driver === null ? '' : driver.name || SOMEBODY) + away
}

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

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
