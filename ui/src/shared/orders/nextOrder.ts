import { queryOptions } from '@tanstack/react-query'
import { getNextOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { NextOrderOut } from '@/api/generated/types.gen'

/** While a driver is on the road the arrival moves with them. */
const MOVING_MS = 10_000
/** A driver may set out at any time. */
const WAITING_MS = 30_000
/** Booked on another device. */
const QUIET_MS = 120_000

/** The order that a customer asks about first, and how many have not ended. */
export function nextOrderOptions() {
  return queryOptions({
    ...getNextOrderOptions(),
    staleTime: 0,
    refetchInterval: ({ state }) => intervalOf(state.data),
  })
}

function intervalOf(found: NextOrderOut | undefined): number {
  if (!found?.open) return QUIET_MS
  return found.order?.is_en_route ? MOVING_MS : WAITING_MS
}
