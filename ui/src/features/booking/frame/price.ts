import { formatCents, formatRange } from '@/components/Money'
import { calculatorLines, type FareLine } from '@/shared/fare/lines'
import type { PricePreview } from '@/shared/fare/preview'
import type { Draft } from '../draft/draft'
import { SERVICE_NAME, type Service } from '../service/services'
import { chargesEstimate, linesOfOffer, tripOf } from '../trip'
import type { Matches } from '../useMatches'

/** What can be said about the price at this moment. */
export type VisiblePrice =
  | { kind: 'none'; because: string }
  /** A 'starting at' label, which moves no money (OP-05). */
  | { kind: 'from'; cents: number; service: string }
  /** What the drivers for the trip ask, before one is chosen. */
  | { kind: 'range'; lowCents: number; highCents: number; stale: boolean; endsAt: number | null }
  | { kind: 'waiting' }
  | { kind: 'failed' }
  | {
      kind: 'exact'
      cents: number
      lines: FareLine[]
      /** Whose price it is, in a word or two. */
      label: string
      /** It answers an earlier question; the new answer is on its way. */
      stale: boolean
      /** When it ends, in milliseconds since 1970; null where it does not. */
      endsAt: number | null
    }

/** The price in a word, where there is one. */
export function priceText(price: VisiblePrice): string | null {
  if (price.kind === 'exact') return formatCents(price.cents)
  if (price.kind === 'range') return formatRange(price.lowCents, price.highCents)
  return null
}

type Priced = NonNullable<Draft['priced']>

/** What is known beside the draft. */
export interface PriceFacts {
  services: Service[]
  /** The quote's drivers; undefined while they are not known. */
  matches: Matches | undefined
  /** The last range that was shown, for the time until the next one is known. */
  earlier: PriceOfMany | null
  waiting: boolean
  failed: boolean
  /** What the trip will cost in the chosen size, before any items are known. */
  preview: PriceRange | null
}

type PriceRange = NonNullable<PricePreview['price_range']>

export type PriceOfMany = Extract<VisiblePrice, { kind: 'range' } | { kind: 'exact' }>

/** The driver's price once there is one, else the range of all, else what the size starts at. */
export function visiblePrice(draft: Draft, now: PriceFacts): VisiblePrice {
  const { priced, offer, service, booked } = draft
  const endsAt = booked || !priced ? null : priced.expiresAt
  if (priced && offer) {
    const lines = linesOfOffer(offer, tripOf(priced.quote, draft))
    const label = `${offer.name}’s price`
    return { kind: 'exact', cents: offer.fare.total_cents, lines, label, stale: false, endsAt }
  }
  if (priced && now.matches) return beforeChoice(priced, now.matches, draft, endsAt)
  if (now.preview) {
    const { low_cents: lowCents, high_cents: highCents } = now.preview
    return { kind: 'range', lowCents, highCents, stale: false, endsAt: null }
  }
  if (now.failed) return { kind: 'failed' }
  if (now.waiting) return now.earlier ? { ...now.earlier, stale: true } : { kind: 'waiting' }
  // A trip has a price of its own, which may be below the label.
  if (draft.pickup && draft.dropoff) {
    return { kind: 'none', because: service ? 'No price yet' : 'Choose a service' }
  }
  const starting = now.services.find(({ item_class }) => item_class === service)
  if (!service || !starting) return { kind: 'none', because: 'Choose a service' }
  return { kind: 'from', cents: starting.starting_at_cents, service: SERVICE_NAME[service] }
}

/** Where the calculator's price is what is paid, it is known before anybody is chosen (OP-09). */
function beforeChoice(
  { quote }: Priced,
  matches: Matches,
  draft: Draft,
  endsAt: number | null,
): VisiblePrice {
  const { price_range: range, items, emptied_by_price_limit: allAskMore } = matches
  if (!range) return { kind: 'none', because: allAskMore ? 'Above the limit' : 'No driver is free' }
  if (items.some(chargesEstimate)) {
    const { low_cents: lowCents, high_cents: highCents } = range
    return { kind: 'range', lowCents, highCents, stale: false, endsAt }
  }
  const lines = calculatorLines(tripOf(quote, draft), quote.fare)
  const cents = quote.fare.total_cents
  return { kind: 'exact', cents, lines, label: 'Your price', stale: false, endsAt }
}
