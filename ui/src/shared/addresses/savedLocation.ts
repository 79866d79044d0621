import type { AddressOut } from '@/api/generated/types.gen'
import { type Location, locationOfPlace } from '@/shared/places/location'

/** A place under a name of one's own, with the way to its door. */
export type SavedAddress = AddressOut

const SAVED = 'saved:'

/** A saved address as a chosen location; its id leads back to it. */
export function locationOfSaved(saved: SavedAddress): Location {
  return locationOfPlace(saved.place, `${SAVED}${saved.id}`)
}

/** The saved address that a location was made of, if it was. */
export function savedOf(placeId: string, addresses: SavedAddress[]): SavedAddress | undefined {
  return addresses.find(({ id }) => placeId === `${SAVED}${id}`)
}

export function isSavedId(placeId: string): boolean {
  return placeId.startsWith(SAVED)
}
