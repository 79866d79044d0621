import type { JobOfferOut } from '@/api/generated/types.gen'
import { type LatLng, metresBetween } from '@/shared/map/geometry'

const METERS_A_MILE = 1609.344

/**
 * How far the pickup is, as the crow flies: from where this device is by its own word, or else from where
 * the server saw it when the offer came.
 */
export function milesAway(offer: JobOfferOut, here: LatLng | null): number | null {
  if (here === null) return offer.miles_away
  return metresBetween(here, offer.order.pickup_location) / METERS_A_MILE
}
