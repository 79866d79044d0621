import type { QuoteIn } from '@/api/generated/types.gen'
import { areSamePlace } from '@/shared/places/confirmLocations'
import { lineOf } from '@/shared/places/location'
import type { Draft, PlaceOfDraft } from './draft/draft'

/** What a thing weighs when nobody says so, in pounds (BKG-15). */
export const USUAL_POUNDS = { small: 25, large: 150 } as const

export function poundsOf(draft: Draft): number {
  return draft.details.pounds ?? USUAL_POUNDS[draft.service ?? 'small']
}

/**
 * The question to the pricing desk; null while something is missing that a price needs. What only
 * people read (the description, whom to meet) is not part of it and may change at the same price.
 */
export function wishOf(draft: Draft): QuoteIn | null {
  const { service, pickup, dropoff, details } = draft
  if (!service || !pickup || !dropoff || areSamePlace(pickup, dropoff)) return null
  const { length, width, height } = details.dimensions
  const dimensions = length && width && height ? { length, width, height } : null
  return {
    item_class: service,
    pickup: asked(pickup),
    dropoff: asked(dropoff),
    items: [{ weight: poundsOf(draft), fragile: details.fragile, dimensions }],
    requires_assembly: details.assembly,
    urgency: details.urgency,
    scheduled_time: draft.scheduledTime,
    alternative: draft.way,
    max_price_cents: details.limitCents,
  }
}

/** The same question has the same key. */
export function wishKey(draft: Draft): string | null {
  const wish = wishOf(draft)
  return wish && JSON.stringify(wish)
}

function asked(place: PlaceOfDraft) {
  return { lat: place.lat, lng: place.lng, address: lineOf(place).trim() || place.address }
}
