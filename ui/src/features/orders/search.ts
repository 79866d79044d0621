import type { OrderStatus, ServiceType } from '@/api/generated/types.gen'
import { optionParam, textParam } from '@/components/filters/searchParams'
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
  cancelled: 'Cancelled',
} satisfies Record<OrderStatus, string>

/** Whatever an address may say; what makes no sense counts as not said. */
export function ordersSearch(search: Record<string, unknown>): OrdersSearch {
  return {
    search: textParam(search.search),
    status: optionParam(STATUS_NAMES, search.status),
    type: optionParam(SERVICE_NAMES, search.type),
    from: dayOf(search.from),
    until: dayOf(search.until),
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

const DAY_MS = 24 * 3_600_000

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

/** No 31st of February, and no year that a calendar would not offer. */
function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(value)) return undefined
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value ? undefined : value
}
