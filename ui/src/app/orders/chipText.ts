import type { NextOrderFactsOut, NextOrderOut } from '@/api/generated/types.gen'
import { appointment } from '@/components/time'
import { arriving, minutesLeft } from '@/shared/orders/arriving'

export type ChipText = {
  words: string
  /** For a phone, whose header is full. */
  short: string
}

/** What an order that has not ended does now. *now* is the server's, in milliseconds. */
export function chipText(order: NextOrderFactsOut, now: number): ChipText {
  if (order.has_failed) return { words: 'Items coming back', short: 'Coming back' }
  if (order.arrival_at !== null) {
    const isLate = Date.parse(order.arrival_at) <= now
    return {
      words: arriving(order.arrival_at, now),
      short: isLate ? 'Any moment' : minutesLeft(order.arrival_at, now),
    }
  }
  if (order.is_picked_up) return { words: 'Items on the way', short: 'On the way' }
  if (order.is_at_pickup) return { words: 'Picking up', short: 'Picking up' }
  if (order.is_en_route) return { words: 'Driver on the way', short: 'On the way' }
  if (order.scheduled_time !== null) {
    const { scheduled_time, scheduled_until } = order
    return {
      words: `Scheduled ${appointment(scheduled_time, scheduled_until, now)}`,
      // A window does not fit beside the signs of a header.
      short: appointment(scheduled_time, null, now),
    }
  }
  if (order.status === 'pending') return { words: 'Finding a driver', short: 'Finding…' }
  return order.is_accepted
    ? { words: 'Driver accepted', short: 'Accepted' }
    : { words: 'Driver assigned', short: 'Assigned' }
}

/** The order of the chip: one that has not ended. */
export function openOrder(found: NextOrderOut | undefined): NextOrderFactsOut | null {
  return found && found.open > 0 ? found.order : null
}
