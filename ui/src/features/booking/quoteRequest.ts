import type { QuoteIn } from '@/api/generated/types.gen'
import { confirmLocations } from '@/shared/places/confirmLocations'
import { endOf } from '@/shared/places/location'
import type { Draft } from './draft/draft'

/** What a thing weighs when nobody says so, in pounds (BKG-15). */
export const USUAL_POUNDS = { small: 25, large: 150 } as const

export function poundsOf(draft: Draft): number {
  return draft.details.pounds ?? USUAL_POUNDS[draft.service ?? 'small']
}

/**
 * The request for a price; null while something is missing that a price needs. What only
 * people read (the description, whom to meet) is not part of it and may change at the same price.
 */
export function quoteRequestOf(draft: Draft): QuoteIn | null {
  const { service, pickup, dropoff, details } = draft
  if (!service || !pickup || !dropoff || !confirmLocations(draft).confirmed) return null
  const { length, width, height } = details.dimensions
  const dimensions = length && width && height ? { length, width, height } : null
  return {
    item_class: service,
    pickup: endOf(pickup),
    dropoff: endOf(dropoff),
    items: [{ weight: poundsOf(draft), fragile: details.fragile, dimensions }],
    requires_assembly: details.assembly,
    urgency: details.urgency,
    scheduled_time: draft.scheduledTime,
    alternative: draft.route,
    max_price_cents: details.limitCents,
  }
}

/** The same question has the same key. */
export function quoteRequestKey(draft: Draft): string | null {
  const request = quoteRequestOf(draft)
  return request && JSON.stringify(request)
}
