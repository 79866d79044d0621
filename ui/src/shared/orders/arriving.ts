import { duration } from '@/components/time'

/** "Arriving in 12 min". *now* is the server's, in milliseconds. */
export function arriving(at: string, now: number): string {
  const left = Date.parse(at) - now
  if (left <= 0) return 'Arriving any moment'
  return `Arriving in ${minutesLeft(at, now)}`
}

/** "12 min": a minute that has begun counts. */
export function minutesLeft(at: string, now: number): string {
  return duration(Math.ceil((Date.parse(at) - now) / 60_000) * 60)
}
