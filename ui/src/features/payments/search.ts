import type { HistoryPeriod, RecordStatus, ServiceType } from '@/api/generated/types.gen'
import { textOf, wordOf } from '@/components/filters/said'
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
export function historySearch(said: Record<string, unknown>): HistorySearch {
  return {
    search: textOf(said.search),
    status: wordOf(STATUS_NAMES, said.status),
    period: wordOf(PERIOD_NAMES, said.period),
    year: isYear(said.year) ? said.year : undefined,
    type: wordOf(SERVICE_NAMES, said.type),
  }
}

/** Whether anything but the tax year of the figures narrows the list. */
export function isNarrowed({ search, status, period, type }: HistorySearch): boolean {
  return Boolean(search || status || period || type)
}

function isYear(said: unknown): said is number {
  return typeof said === 'number' && Number.isInteger(said) && said > 1970 && said < 9000
}
