import type { PayoutMethodOut } from '@/api/generated/types.gen'
import { dayAndTime } from '@/components/time'

/** Until when no payout goes to a new method, such as "Sat, Jul 4, 12:00 PM"; null where one can. */
export function heldUntil(method: PayoutMethodOut, now: number): string | null {
  const { held_until: until } = method
  return until !== null && Date.parse(until) > now ? dayAndTime(until, now) : null
}
