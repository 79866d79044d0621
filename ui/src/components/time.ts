/** Where the platform's day begins; whoever prefers no other zone reads its clock. */
const PLATFORM_ZONE = 'America/New_York'
const NO_BREAK = '\u00a0'

let zone = PLATFORM_ZONE
let formats = formatsIn(zone)

/** From now on times are shown in this zone: the preference of whoever is signed in, or none. */
export function showTimesIn(preferred: string | undefined) {
  const next = preferred || PLATFORM_ZONE
  if (next === zone) return
  try {
    formats = formatsIn(next)
    zone = next
  } catch {
    // A browser may not know a zone that the server does: the times shown before stay.
  }
}

/** The zone that times are shown in. */
export const shownZone = () => zone

function formatsIn(timeZone: string) {
  const format = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...parts, timeZone })
  return {
    clock: format({ hour: 'numeric', minute: '2-digit' }),
    weekday: format({ weekday: 'short' }),
    monthDay: format({ month: 'short', day: 'numeric' }),
    day: format({ weekday: 'short', month: 'short', day: 'numeric' }),
    dated: format({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }),
    plain: format({ month: 'short', day: 'numeric', year: 'numeric' }),
    year: format({ year: 'numeric' }),
    name: format({ timeZoneName: 'shortGeneric' }),
    offset: format({ timeZoneName: 'longOffset' }),
  }
}

const here = new Intl.DateTimeFormat('en-US', { timeZoneName: 'longOffset' })
const zonePart = (format: Intl.DateTimeFormat, at: Date) =>
  format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value

/** "3:45 PM", or "3:45 PM ET" for somebody whose clock shows another time. */
export function clockTime(at: string | number): string {
  const when = new Date(at)
  // A time is one word: it never breaks between its figures and what they mean.
  return `${formats.clock.format(when)}${zoneElsewhere(when)}`.replace(/\s/g, NO_BREAK)
}

/** " ET" for somebody whose clock shows another time, and else nothing. */
export function zoneElsewhere(when: Date): string {
  const elsewhere = zonePart(formats.offset, when) !== zonePart(here, when)
  return elsewhere ? ` ${zonePart(formats.name, when)}` : ''
}

const MINUTE_MS = 60_000

/** Minutes that clocks there are ahead of UTC: "GMT-05:00" is -300. */
function offsetAt(at: number): number {
  const [, sign, hours, minutes] =
    /GMT(?:([+-])(\d+):(\d+))?/.exec(zonePart(formats.offset, new Date(at)) ?? '') ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}

/** The instant at which a day such as "2026-11-24" begins in the zone that times are shown in. */
export function midnightOf(day: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const near = utc - offsetAt(utc) * MINUTE_MS
  return new Date(utc - offsetAt(near) * MINUTE_MS).toISOString()
}

/** The platform's day of an instant, such as "2026-11-24". */
export function platformDay(at: string | number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: PLATFORM_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(at))
  const [year, month, day] = (['year', 'month', 'day'] as const).map(
    (name) => parts.find(({ type }) => type === name)?.value,
  )
  return `${year}-${month}-${day}`
}

/** "Nov 24, 2026". */
export function dateOf(at: string | number): string {
  return formats.plain.format(new Date(at))
}

/** "Mon, Nov 30". */
export function weekdayOf(at: string | number): string {
  return formats.day.format(new Date(at))
}

/** "Nov 24, 2026, 12:00 PM": for what is read days later, the day always stands there. */
export function dateAndTime(at: string | number): string {
  return `${dateOf(at)}, ${clockTime(at)}`
}

/** "Tue, Nov 24, 12:00 PM"; the day is left out where it is that of *now*, and so is the year. */
export function dayAndTime(at: string | number, now: number): string {
  const when = new Date(at)
  if (formats.dated.format(when) === formats.dated.format(now)) return clockTime(at)
  const isThisYear = formats.year.format(when) === formats.year.format(now)
  return `${(isThisYear ? formats.day : formats.dated).format(when)}, ${clockTime(at)}`
}

const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

/**
 * "Sat 9 AM", "today 2:30 PM" or, further away than the days of a week have names, "Dec 5 9 AM"; of a window
 * "Sat 9–11 AM". The zone stands behind as in clockTime.
 */
export function appointment(at: string, until: string | null, now: number): string {
  const when = new Date(at)
  const isToday = formats.dated.format(when) === formats.dated.format(now)
  const isNear = when.getTime() - now < WEEK_MS - 24 * 60 * MINUTE_MS
  const day = isToday ? 'today' : (isNear ? formats.weekday : formats.monthDay).format(when)
  return `${day} ${hours(at, until)}`.replace(/\s/g, NO_BREAK)
}

/** The hours of a time or window as short as can be: "9 AM", "9–11 AM". */
export function hours(at: string, until: string | null): string {
  const when = new Date(at)
  const end = new Date(until ?? at)
  // A window over midnight would be written with both dates.
  const isOneDay = formats.dated.format(when) === formats.dated.format(end)
  const long = isOneDay ? formats.clock.formatRange(when, end) : formats.clock.format(when)
  const short = long.replaceAll(':00', '').replace(/\s*–\s*/, '–')
  return `${short}${zoneElsewhere(when)}`.replace(/\s/g, NO_BREAK)
}

/** The same of a window of time: "Tue, Nov 24, 12:00 PM – 2:00 PM". */
export function dayAndTimes(from: string, until: string | null, now: number): string {
  const start = dayAndTime(from, now)
  return until ? `${start} – ${clockTime(until)}` : start
}

/** The same with its day, today's too: "Tue, Nov 24, 12:00 PM – 2:00 PM". */
export function datedTimes(from: string, until: string): string {
  return `${formats.day.format(new Date(from))}, ${clockTime(from)} – ${clockTime(until)}`
}

/** "5 s", "4 min", "2 h": how long ago, in the largest unit that is not zero. */
export function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

/** "12 min" or "1 h 5 min"; what is over within half a minute takes one. */
export function duration(seconds: number): string {
  return formatMinutes(Math.max(1, Math.round(seconds / 60)))
}

/** The same for whole minutes. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${minutes} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

const METERS_PER_MILE = 1609.344

/** "3.1 mi", rounded as the miles of a quote, which come in hundredths. */
export function miles(meters: number): string {
  return `${(Math.round((100 * meters) / METERS_PER_MILE) / 100).toFixed(1)} mi`
}
