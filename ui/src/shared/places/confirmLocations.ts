import type { Location, Point, Purpose } from './location'

export const CHOOSE_A_SUGGESTION = 'Please select a location from the dropdown suggestions'
export const SAME_PLACE = 'Pickup and dropoff locations cannot be the same'
export const CONFIRMED = 'Locations confirmed'
export const INCOMPLETE = 'Please complete location selection'

/** Closer than this, both differences added up, two ends are one place (MAP-16). */
const SAME_PLACE_DEGREES = 0.001

export function areSamePlace(one: Point, other: Point): boolean {
  return Math.abs(one.lat - other.lat) + Math.abs(one.lng - other.lng) < SAME_PLACE_DEGREES
}

export interface ChosenEnds {
  pickup: Location | null
  dropoff: Location | null
  /** What stands in the fields, where that is known: text alone is no location (MAP-15). */
  pickupText?: string
  dropoffText?: string
}

export interface Confirmation {
  confirmed: boolean
  message: typeof CONFIRMED | typeof INCOMPLETE
  errors: Record<Purpose, string | null>
}

/** Confirmed are two chosen locations without an error, and nothing less (MAP-17). */
export function confirmLocations(ends: ChosenEnds): Confirmation {
  const errors = {
    pickup: faultOf(ends.pickup, ends.pickupText),
    dropoff: faultOf(ends.dropoff, ends.dropoffText),
  }
  if (ends.pickup && ends.dropoff && areSamePlace(ends.pickup, ends.dropoff)) {
    errors.dropoff = SAME_PLACE
  }
  const confirmed = Boolean(ends.pickup && ends.dropoff && !errors.pickup && !errors.dropoff)
  return { confirmed, message: confirmed ? CONFIRMED : INCOMPLETE, errors }
}

/** Text alone is no location (MAP-15), and outside the service area no trip has a price (OP-62). */
function faultOf(location: Location | null, text = ''): string | null {
  if (location) return location.outside
  return text.trim() ? CHOOSE_A_SUGGESTION : null
}
