import type { HourPaidOut } from '@/api/generated/types.gen'

const timeZone = 'America/New_York'
const hourOf = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone })
/** Where the clock is put back, two hours have one name: the zone tells them apart. */
const hourInZone = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  timeZoneName: 'short',
  timeZone,
})

const HOUR_MS = 3_600_000

export interface HourRow {
  name: string
  orders: number
  revenue_cents: number
}

/** The hours of a day that have begun by *now*; what stayed quiet for several in a row is one line. */
export function hourRows(hours: HourPaidOut[], now: number): HourRow[] {
  const words = hours.length === 24 ? hourOf : hourInZone
  const begun = hours.filter(({ since }) => Date.parse(since) <= now)
  const rows: HourRow[] = []
  for (let place = 0; place < begun.length; ) {
    const from = begun[place] as HourPaidOut
    const after = begun.findIndex((hour, at) => at >= place && hour.orders > 0)
    const next = from.orders > 0 ? place + 1 : after === -1 ? begun.length : after
    const last = begun[next - 1] as HourPaidOut
    const start = words.format(new Date(from.since))
    const end = words.format(new Date(Date.parse(last.since) + HOUR_MS))
    rows.push({ ...from, name: next - place > 1 ? `${start} to ${end}` : start })
    place = next
  }
  return rows
}
