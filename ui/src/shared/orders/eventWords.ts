import type { HistoryEventOut, OrderEventType } from '@/api/generated/types.gen'

/** What an erased or unknown driver is called. */
export const SOMEBODY = 'a driver'

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

type LoggedEvent = Pick<HistoryEventOut, 'type' | 'miles_away'> & {
  driver: { name: string } | null
}

/** An entry of the order's log in words; a newer server's is told by its own. */
export function eventWords({ type, driver, miles_away }: LoggedEvent): string {
  const away = miles_away === null ? '' : `, ${miles_away.toFixed(1)} mi away`
  const words = EVENTS[type] as ((who: string) => string) | undefined
  if (!words) return upper(String(type).replaceAll('_', ' ')) + away
  return words(driver === null ? '' : driver.name || SOMEBODY) + away
}

/** With a capital first letter. */
export function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
