import type { LocationOut, PlaceIn, PointOut, SuggestionOut } from '@/api/generated/types.gen'

/** A position in degrees, WGS 84. */
export type Point = PointOut

/** A place that was chosen: where it is, and its address short, whole and in parts (MAP-01). */
export type Location = LocationOut

/** A line offered while somebody types (MAP-02). */
export type Suggestion = SuggestionOut

/** Which end of the trip an address is. */
export type Purpose = 'pickup' | 'dropoff'

/** An address in one line, as its suggestion had it: every trip lies in one country. */
export function lineOf(location: Location): string {
  return (location.formatted_address || location.address).replace(/, USA$/, '')
}

/** An end of a trip as a price is requested for it. */
export function endOf(location: Location): PlaceIn {
  return {
    lat: location.lat,
    lng: location.lng,
    address: lineOf(location).trim() || location.address,
  }
}
