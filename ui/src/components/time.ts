/** Orders live in New York, so their times are New York's, and say so to whoever is elsewhere. */
const ZONE = 'America/New_York'
const NO_BREAK = '\u00a0'

const clock = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: ZONE,
})
const day = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: ZONE,
})
const dated = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: ZONE,
})
const year = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: ZONE })
const offset = (zone: string | undefined, at: Date) =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value

/** "3:45 PM", or "3:45 PM ET" for somebody whose clock shows another time. */
export function clockTime(at: string | number): string {
  const when = new Date(at)
  const elsewhere = offset(ZONE, when) !== offset(undefined, when)
  // A time is one word: it never breaks between its figures and what they mean.
  const told = clock.format(when).replace(/\s/g, NO_BREAK)
  return elsewhere ? `${told}${NO_BREAK}ET` : told
}

const plain = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: ZONE,
})

/** "Nov 24, 2026". */
export function dateOf(at: string | number): string {
  return plain.format(new Date(at))
}

/** "Tue, Nov 24, 12:00 PM"; the day is left out where it is that of *now*, and so is the year. */
export function dayAndTime(at: string | number, now: number): string {
  const when = new Date(at)
  if (dated.format(when) === dated.format(now)) return clockTime(at)
  const isThisYear = year.format(when) === year.format(now)
  return `${(isThisYear ? day : dated).format(when)}, ${clockTime(at)}`
}

/** "5 s", "4 min", "2 h": how long ago, in the largest unit that is not zero. */
export function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
}

/** "12 min" or "1 h 5 min". */
export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${minutes} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

const METERS_PER_MILE = 1609.344

/** "3.1 mi". */
export function miles(meters: number): string {
  return `${(meters / METERS_PER_MILE).toFixed(1)} mi`
}
