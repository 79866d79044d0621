import { calculatorLines, driverLines, type FareLine } from '@/shared/fare/lines'
import type { Conditions, Trip } from '@/shared/fare/queries'
import type { Draft } from './draft/draft'
import type { Offer } from './useMatches'

type Quote = NonNullable<Draft['priced']>['quote']

/** The quoted trip in the calculator's terms: the server's route, the declared item. */
export function tripOf(quote: Quote, { details }: Draft): Trip {
  return {
    service_type: quote.service_type,
    miles: quote.distance_miles,
    minutes: quote.estimated_minutes,
    weight_pounds: quote.weight_pounds,
    urgency: quote.urgency,
    fragile: anyOf(details, 'fragile'),
    assembly: anyOf(details, 'assembly'),
    helpers: quote.helpers,
  }
}

/** What it was quoted for beside the trip itself. */
export function conditionsOf(quote: Quote): Conditions {
  return { peak: quote.time_of_day === 'peak', poor_weather: quote.weather === 'poor' }
}

/** Each counts once, however many lines say so (OP-10). */
function anyOf({ items, ...all }: Draft['details'], word: 'fragile' | 'assembly'): boolean {
  return items.length > 0 ? items.some((line) => line[word]) : all[word]
}

/** Whether this offer is charged by the driver's estimate, or by the calculator all the same (OP-09). */
export function chargesEstimate(offer: Offer): boolean {
  return offer.fare.subtotal_cents === offer.estimated_price_cents
}

export function linesOfOffer(offer: Offer, trip: Trip): FareLine[] {
  return chargesEstimate(offer) ? driverLines(trip, offer.fare) : calculatorLines(trip, offer.fare)
}
