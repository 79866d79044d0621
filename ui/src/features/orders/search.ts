import type { OrderStatus, ServiceType } from '@/api/generated/types.gen'
import { dayAfter, dayParam, optionParam, textParam } from '@/components/filters/searchParams'
import { midnightOf } from '@/components/time'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'

/** The orders' part of the admin page's address (ORD-07). Days are those of the shown zone, as in "2026-11-22". */
export interface OrdersSearch {
  search?: string
  status?: OrderStatus
  type?: ServiceType
  from?: string
  until?: string
  /** The order whose details are open. */
  order?: string
}

export const STATUS_NAMES = {
  pending: 'Pending',
  assigned: 'Assigned',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Canceled',
} satisfies Record<OrderStatus, string>

/** Whatever an address may say; what makes no sense counts as not said. */
export function ordersSearch(search: Record<string, unknown>): OrdersSearch {
  return {
    search: textParam(search.search),
    status: optionParam(STATUS_NAMES, search.status),
    type: optionParam(SERVICE_NAMES, search.type),
    from: dayParam(search.from),
    until: dayParam(search.until),
    order: textParam(search.order),
  }
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, status, type, from, until }: OrdersSearch): boolean {
  return Boolean(search || status || type || from || until)
}

/** What is asked of the server: the last day is meant as a whole. */
export function questionOf({ search, status, type, from, until }: OrdersSearch) {
  return {
    ...(search && { search }),
    ...(status && { status }),
    ...(type && { service_type: type }),
    ...(from && { date_from: midnightOf(from) }),
    ...(until && { date_to: midnightOf(dayAfter(until)) }),
  }
}
