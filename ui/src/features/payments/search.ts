import type { HistoryPeriod, RecordStatus, ServiceType } from '@/api/generated/types.gen'

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

export const SERVICE_NAMES = {
  delivery: 'Delivery',
  moving: 'Moving',
  pickup: 'Pickup',
} satisfies Record<ServiceType, string>

const LONGEST_SEARCH = 100

/** Whatever an address may say; what makes no sense counts as not said. By hand, as in the booking. */
export function historySearch(said: Record<string, unknown>): HistorySearch {
  return {
    search:
      typeof said.search === 'string' && said.search
        ? said.search.slice(0, LONGEST_SEARCH)
        : undefined,
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

function wordOf<Word extends string>(names: Record<Word, string>, said: unknown): Word | undefined {
  return typeof said === 'string' && Object.hasOwn(names, said) ? (said as Word) : undefined
}

function isYear(said: unknown): said is number {
  return typeof said === 'number' && Number.isInteger(said) && said > 1970 && said < 9000
}
