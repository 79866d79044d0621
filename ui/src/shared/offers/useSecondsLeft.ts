import { useNow } from '@/components/useNow'

/** Whole seconds until *end* by the server's clock, 0 once it is over; null where there is no end. */
export function useSecondsLeft(end: string | null, clockAhead: number): number | null {
  const now = useNow(end === null ? null : 250)
  if (end === null) return null
  return Math.max(0, Math.ceil((Date.parse(end) - (now - clockAhead)) / 1_000))
}
