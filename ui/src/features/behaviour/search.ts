import type { DriverReportOut } from '@/api/generated/types.gen'

export type Period = DriverReportOut['period']

/** The panel's own tabs (BEH-01). Overview is the one without a word in the address. */
export const VIEWS = {
  overview: 'Overview',
  events: 'Events',
  insights: 'AI Insights',
  recommendations: 'Recommendations',
} as const

export type View = keyof typeof VIEWS

export const PERIODS = { day: 'Day', week: 'Week', month: 'Month' } satisfies Record<Period, string>

/** What of the panel stands in the address: the rest is as it is without being said. */
export type AnalyticsSearch = {
  view?: Exclude<View, 'overview'>
  period?: Exclude<Period, 'week'>
  /** The last day of the period, as 2026-03-04; today where it is absent. */
  until?: string
}

/** Reads the panel's part of an address; what it does not know it leaves out. */
export function analyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { view, period, until } = search
  return {
    view: view === 'events' || view === 'insights' || view === 'recommendations' ? view : undefined,
    period: period === 'day' || period === 'month' ? period : undefined,
    until: typeof until === 'string' && isDay(until) ? until : undefined,
  }
}

function isDay(text: string): boolean {
  if (!/^(19[7-9]\d|[2-8]\d{3})-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && text > '1970-03-01'
}

/** The day so many days later. */
export function shifted(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** How many days there are from *first* to *last*, both counted. */
export function lengthOf(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000) + 1
}
