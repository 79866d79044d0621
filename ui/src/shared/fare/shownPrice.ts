import { SHOWN_PRICES } from '@/auth/personalData'
import type { Point } from '@/shared/places/location'
import type { PricePreview } from './preview'

type Range = NonNullable<PricePreview['price_range']>

/** A trip as the home page prices it: by its size and its ends, with nothing else said. */
export interface ShownTrip {
  size: 'small' | 'large'
  pickup: Point
  dropoff: Point
}

/**
 * Keeps what a visitor was shown, so that the booking can say when another price has come of it while they
 * signed in. Only the last trip, for as long as the tab.
 */
export function keepShownPrices(shown: readonly (readonly [ShownTrip, Range])[]): void {
  const prices = Object.fromEntries(shown.map(([trip, range]) => [keyOf(trip), range]))
  try {
    sessionStorage.setItem(SHOWN_PRICES, JSON.stringify(prices))
  } catch {
    // Without a storage nothing is compared.
  }
}

/** What was shown for *trip*, if anything. */
export function shownPrice(trip: ShownTrip): Range | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(SHOWN_PRICES) ?? '{}') as Record<string, Range>
    const range = kept[keyOf(trip)]
    return Number.isInteger(range?.low_cents) && Number.isInteger(range?.high_cents)
      ? (range as Range)
      : null
  } catch {
    return null
  }
}

function keyOf({ size, pickup, dropoff }: ShownTrip): string {
  return [size, pickup.lat, pickup.lng, dropoff.lat, dropoff.lng].join(' ')
}
