import dayjs from 'dayjs'

/** Ours, and the server's: nobody's price or hours are known further ahead. */
const HORIZON_DAYS = 365

/** An instant as a person here reads it. */
export function formatMoment(instant: string): string {
  return dayjs(instant).format('ddd, MMM D [at] h:mm A')
}

/** From the picker's `YYYY-MM-DD HH:mm:ss`, which is this device's time, to an instant. */
export function instantOf(picked: string | null): string | null {
  const time = picked ? dayjs(picked) : null
  return time?.isValid() ? time.format('YYYY-MM-DDTHH:mm:ssZ') : null
}

/** The other way round, for what the picker shows. */
export function pickedOf(instant: string | null): string | null {
  return instant ? dayjs(instant).format('YYYY-MM-DD HH:mm:ss') : null
}

/** Why a time cannot be booked, if it cannot. */
export function scheduleFault(instant: string | null, now: number): string | null {
  if (instant === null) return null
  const at = dayjs(instant)
  if (at.valueOf() <= now) return 'Please choose a time in the future.'
  if (at.isAfter(dayjs(now).add(HORIZON_DAYS, 'day'))) return 'Please choose a time within a year.'
  return null
}
