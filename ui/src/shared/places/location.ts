import type {
  LocationOut,
  PlaceIn,
  PlaceOut,
  PointOut,
  SuggestionOut,
} from '@/api/generated/types.gen'

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

/** Only its street or area is known: nobody can ring there. */
export function isNoDoor({ precision }: Location): boolean {
  return precision === 'street' || precision === 'area'
}

/** An end of a trip as a price is requested for it. */
export function endOf(location: Location): PlaceIn {
  return {
    lat: location.lat,
    lng: location.lng,
    address: lineOf(location).trim() || location.address,
  }
}

/** A place that was chosen before, as it is stored with an order or saved: nobody searches for it again. */
export function locationOfPlace({ lat, lng, address }: PlaceOut, id: string): Location {
  return {
    lat,
    lng,
    address,
    formatted_address: address,
    place_id: id,
    address_components: NO_COMPONENTS,
    types: [],
    approximate: false,
    outside: null,
    precision: 'house',
  }
}

const NO_COMPONENTS: Location['address_components'] = {
  street_number: null,
  route: null,
  neighborhood: null,
  borough: null,
  locality: null,
  administrative_area_level1: null,
  postal_code: null,
  country: 'US',
}
