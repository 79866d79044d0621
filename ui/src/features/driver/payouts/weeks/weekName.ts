import type { WeekEarningsOut } from '@/api/generated/types.gen'

/** Days of a calendar, which are nobody's hours. */
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** "Nov 23". */
export function shortDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

/** "Nov 23 – Nov 29". */
export function weekName(week: WeekEarningsOut): string {
  return `${shortDay(week.first_day)} – ${shortDay(week.last_day)}`
}
