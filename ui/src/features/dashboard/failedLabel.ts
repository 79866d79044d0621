import type { OrderOut } from '@/api/generated/types.gen'

/** A delivery that failed keeps its status, which says less than what happened. */
export function failedLabel(order: OrderOut): string | undefined {
  if (!order.failure) return undefined
  if (order.status === 'in_progress') return 'Being returned'
  return order.picked_up_at ? 'Not delivered' : 'Not picked up'
}
