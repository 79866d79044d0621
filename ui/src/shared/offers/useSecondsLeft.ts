import type { JobOfferOut } from '@/api/generated/types.gen'
import { useNow } from '@/components/useNow'

/** Whole seconds until *end* by the server's clock, 0 once it is over; null where there is no end. */
export function useSecondsLeft(end: string | null, clockAhead: number): number | null {
  const now = useNow(end === null ? null : 250)
  if (end === null) return null
  return Math.max(0, Math.ceil((Date.parse(end) - (now - clockAhead)) / 1_000))
}

/** Seconds between the offer and its end, 0 where it has none. */
export function secondsGiven(offer: JobOfferOut): number {
  if (offer.expires_at === null) return 0
  return (Date.parse(offer.expires_at) - Date.parse(offer.offered_at)) / 1_000
}
