import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'
import { shownZone, zoneElsewhere } from '@/components/time'

dayjs.extend(utc)
dayjs.extend(timezone)

/** Ours, and the server's: nobody's price or hours are known further ahead. */
const HORIZON_DAYS = 365

/** Ours, in hours: how long an arrival window may be, and between which hours of a day one may begin. */
export const WINDOW_HOURS = [2, 1] as const
const FIRST_HOUR = 6
const LAST_HOUR = 20
/** Ours: where nobody has said when. */
export const MORNING_HOUR = 9
/** Ours: as much time as a driver is given to plan for it. */
const LEAD_HOURS = 2

export type WindowHours = (typeof WINDOW_HOURS)[number]

/** When a driver comes: between two instants with their offset. Null is now, or an exact time. */
export interface Arrival {
  scheduledTime: string | null
  scheduledUntil: string | null
}

export const NOW: Arrival = { scheduledTime: null, scheduledUntil: null }

/** An instant by the clocks that all times are shown in (OP-92): those of the order's page, too. */
function there(instant: string | number): dayjs.Dayjs {
  return dayjs(instant).tz(shownZone())
}

/** An instant as a person reads it, with the end of its window where it has one. */
export function formatMoment(instant: string, until: string | null = null): string {
  const day = there(instant).format('ddd, MMM D')
  const time = until ? `, ${formatWindow(instant, until)}` : there(instant).format(' [at] h:mm A')
  return `${day}${time}${zoneElsewhere(new Date(instant))}`
}

/** The day of an instant, such as `2026-11-24`. */
export function dayOf(instant: string | number): string {
  return there(instant).format('YYYY-MM-DD')
}

export function hourOf(instant: string): number {
  return there(instant).hour()
}

/** The last day that can be booked. */
export function lastDay(now: number): string {
  return dayOf(there(now).add(HORIZON_DAYS, 'day').valueOf())
}

/** "9–11 AM" or "11 AM–1 PM". */
export function formatWindow(from: string, until: string): string {
  const [start, end] = [there(from), there(until)]
  const isSameHalf = start.format('A') === end.format('A')
  return `${clock(start, !isSameHalf)}–${clock(end, true)}`
}

function clock(at: dayjs.Dayjs, withHalf: boolean): string {
  return at.format(`${at.minute() === 0 ? 'h' : 'h:mm'}${withHalf ? ' A' : ''}`)
}

/** The window of so many hours from an hour of a day such as `2026-11-24`. */
export function arrivalAt(day: string, hour: number, hours: WindowHours): Arrival {
  const start = hourOn(day, hour)
  return { scheduledTime: written(start), scheduledUntil: written(start.add(hours, 'hour')) }
}

function hourOn(day: string, hour: number): dayjs.Dayjs {
  return dayjs.tz(`${day} ${String(hour).padStart(2, '0')}:00`, shownZone())
}

/** The first window that can be kept: today, or else tomorrow morning. */
export function firstArrival(now: number): Arrival {
  const soon = there(now).add(LEAD_HOURS, 'hour').add(59, 'minute').startOf('hour')
  const isTooLate = soon.hour() > LAST_HOUR || soon.hour() < FIRST_HOUR
  const day = isTooLate && soon.hour() > LAST_HOUR ? soon.add(1, 'day') : soon
  return arrivalAt(day.format('YYYY-MM-DD'), isTooLate ? MORNING_HOUR : soon.hour(), 2)
}

/** The hours at which a window may begin on a day; today only those to come. */
export function startHours(day: string, now: number): number[] {
  const hours = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, index) => FIRST_HOUR + index)
  return hours.filter((hour) => hourOn(day, hour).valueOf() > now)
}

/** The first day on which a window is still to come: today, until the last one has begun. */
export function firstDay(now: number): string {
  const today = dayOf(now)
  if (startHours(today, now).length > 0) return today
  return there(now).add(1, 'day').format('YYYY-MM-DD')
}

/** How long the window is; an exact time has the longest one to be chosen from. */
export function hoursOf({ scheduledTime, scheduledUntil }: Arrival): WindowHours {
  const hours = dayjs(scheduledUntil ?? scheduledTime).diff(scheduledTime, 'hour')
  return hours === 1 ? 1 : 2
}

function written(time: dayjs.Dayjs): string {
  return time.format('YYYY-MM-DDTHH:mm:ssZ')
}

/** Why a time cannot be booked, if it cannot. */
export function scheduleFault(instant: string | null, now: number): string | null {
  if (instant === null) return null
  const at = dayjs(instant)
  if (at.valueOf() <= now) return 'Please choose a time in the future.'
  if (at.isAfter(dayjs(now).add(HORIZON_DAYS, 'day'))) return 'Please choose a time within a year.'
  return null
}
