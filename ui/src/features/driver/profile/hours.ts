import type { DriverOut, HoursOut, ProfileIn, WeekdayHoursIn } from '@/api/generated/types.gen'
import { DAYS, type Weekday } from '@/shared/drivers/weekdays'

export const KINDS = { alike: 'Same every day', by_weekday: 'By weekday' }

/** As a request and its refusals name them. */
export const NAMES = [
  'working_hours_start',
  'working_hours_end',
  ...DAYS.map((day) => `weekday_hours.${day}`),
  'weekday_hours',
]

export type HoursValues = {
  kind: keyof typeof KINDS
  working_hours_start: string
  working_hours_end: string
  weekday_hours: Record<Weekday, HoursOut & { works: boolean }>
}

/** What sign-up gives a new driver (S1: 08:00 to 20:00), for a span that was never written. */
const USUAL = { start: '08:00', end: '20:00' }

export function valuesOf(driver: DriverOut): HoursValues {
  const every = {
    start: driver.working_hours_start ?? USUAL.start,
    end: driver.working_hours_end ?? USUAL.end,
  }
  const stored = driver.weekday_hours
  const spans = DAYS.map((day) => {
    const hours = stored?.[day]
    return [day, { ...(hours ?? every), works: stored === null || hours !== null }]
  })
  return {
    kind: stored === null ? 'alike' : 'by_weekday',
    working_hours_start: every.start,
    working_hours_end: every.end,
    weekday_hours: Object.fromEntries(spans),
  }
}

/** What is missing, at the field's own name. */
export function faultsOf(values: HoursValues): Record<string, string> {
  if (values.kind === 'alike') {
    const ends = ['working_hours_start', 'working_hours_end'] as const
    return Object.fromEntries(ends.filter((end) => !values[end]).map((end) => [end, NO_TIME]))
  }
  const worked = DAYS.filter((day) => values.weekday_hours[day].works)
  if (worked.length === 0) return { weekday_hours: 'Choose at least one day' }
  const unfinished = worked.filter((day) => {
    const { start, end } = values.weekday_hours[day]
    return !start || !end
  })
  return Object.fromEntries(unfinished.map((day) => [`weekday_hours.${day}`, NO_TIME]))
}

const NO_TIME = 'Choose a time'

/** A day off is absent; one span for every day forgets those of the weekdays. */
export function bodyOf(values: HoursValues): ProfileIn {
  if (values.kind === 'alike') {
    const { working_hours_start, working_hours_end } = values
    return { working_hours_start, working_hours_end, weekday_hours: null }
  }
  const weekday_hours: WeekdayHoursIn = {}
  for (const day of DAYS) {
    const { works, start, end } = values.weekday_hours[day]
    if (works) weekday_hours[day] = { start, end }
  }
  return { weekday_hours }
}
