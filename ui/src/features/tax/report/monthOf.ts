const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** As people read it: November 2026. */
export function monthOf(period: string): string {
  return MONTH.format(new Date(`${period}-01T00:00:00Z`))
}
