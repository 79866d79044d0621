/** A day without a zone: it is the platform's own already. */
const long = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const dateOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** "Thu, Nov 19" of "2026-11-19". */
export const dayWords = (day: string) => long.format(dateOf(day))
/** "Nov 19" of "2026-11-19". */
export const shortDayWords = (day: string) => short.format(dateOf(day))
