import type { BookedOrderOut } from '@/api/generated/types.gen'
import { isUnpaid } from '@/shared/orders/OrderStatus'

/** A customer's orders as the dashboard shows them. */
export type Arranged = {
  /** What is going on now, or else what comes first. */
  first: BookedOrderOut | null
  /** What else has not ended, newest first. */
  open: BookedOrderOut[]
  past: BookedOrderOut[]
}

export function arranged(booked: readonly BookedOrderOut[]): Arranged {
  const hasEnded = ({ order }: BookedOrderOut) =>
    order.status === 'completed' || order.status === 'cancelled'
  const going = booked.filter((it) => !hasEnded(it))
  const first =
    going.find(({ order }) => order.status === 'in_progress') ??
    going.filter(({ order }) => !isUnpaid(order)).toSorted((a, b) => dueAt(a) - dueAt(b))[0] ??
    null
  return { first, open: going.filter((it) => it !== first), past: booked.filter(hasEnded) }
}

/** What is for now comes before what has its time. */
function dueAt({ order }: BookedOrderOut): number {
  return Date.parse(order.scheduled_time ?? order.created_at)
}
