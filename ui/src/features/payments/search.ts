import type { HistoryPeriod, RecordStatus, ServiceType } from '@/api/generated/types.gen'
import { optionParam, textParam } from '@/components/filters/searchParams'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'

/** The payment history's part of the dashboard's address (PAY-11). */
export interface HistorySearch {
  search?: string
  status?: RecordStatus
  period?: HistoryPeriod
  year?: number
  type?: ServiceType
}

export const STATUS_NAMES = {
  completed: 'Completed',
  refunded: 'Refunded',
  disputed: 'Disputed',
  failed: 'Failed',
} satisfies Record<RecordStatus, string>

export const PERIOD_NAMES = {
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Tax year',
} satisfies Record<HistoryPeriod, string>

/** Whatever an address may say; what makes no sense counts as not said. By hand, as in the booking. */
export function historySearch(search: Record<string, unknown>): HistorySearch {
  return {
    search: textParam(search.search),
    status: optionParam(STATUS_NAMES, search.status),
    period: optionParam(PERIOD_NAMES, search.period),
    year: isYear(search.year) ? search.year : undefined,
    type: optionParam(SERVICE_NAMES, search.type),
  }
}

/** Whether anything but the tax year of the figures narrows the list. */
export function isNarrowed({ search, status, period, type }: HistorySearch): boolean {
  return Boolean(search || status || period || type)
}

function isYear(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 1970 && value < 9000
}
