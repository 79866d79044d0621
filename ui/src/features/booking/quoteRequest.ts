import type { QuoteIn } from '@/api/generated/types.gen'
import { confirmLocations } from '@/shared/places/confirmLocations'
import { endOf } from '@/shared/places/location'
import { itemIn } from './details/items'
import type { Draft } from './draft/draft'

/** What a thing weighs when nobody says so, in pounds (BKG-15). */
export const USUAL_POUNDS = { small: 25, large: 150 } as const

/** The list; what is only described is one thing of the usual weight. */
function itemsOf({ details, service }: Draft): QuoteIn['items'] {
  if (details.items.length > 0) return details.items.map(itemIn)
  return [{ weight: USUAL_POUNDS[service ?? 'small'], fragile: details.fragile, dimensions: null }]
}

/**
 * The request for a price; null while something is missing that a price needs. What only
 * people read (the description, whom to meet) is not part of it and may change at the same price.
 */
export function quoteRequestOf(draft: Draft): QuoteIn | null {
  const { service, pickup, dropoff, details } = draft
  if (!service || !pickup || !dropoff || !confirmLocations(draft).confirmed) return null
  return {
    item_class: service,
    pickup: endOf(pickup),
    dropoff: endOf(dropoff),
    items: itemsOf(draft),
    requires_assembly: details.items.length === 0 && details.assembly,
    helpers: details.helpers,
    urgency: details.urgency,
    scheduled_time: draft.scheduledTime,
    scheduled_until: draft.scheduledUntil,
    alternative: draft.route,
    max_price_cents: details.limitCents,
  }
}

/** The same question has the same key. */
export function quoteRequestKey(draft: Draft): string | null {
  const request = quoteRequestOf(draft)
  return request && JSON.stringify(request)
}
