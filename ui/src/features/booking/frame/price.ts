import { calculatorLines, type FareLine } from '@/shared/fare/lines'
import type { Draft } from '../draft/draft'
import { SERVICE_NAME, type Service } from '../service/services'
import { linesOfOffer, tripOf } from '../trip'

/** What can be said about the price at this moment. */
export type VisiblePrice =
  | { kind: 'none'; because: string }
  /** A 'starting at' label, which moves no money (OP-05). */
  | { kind: 'from'; cents: number; service: string }
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

type Priced = NonNullable<Draft['priced']>

/** The driver's price once there is one, else the quote's, else what the size starts at. */
export function visiblePrice(
  draft: Draft,
  now: { services: Service[]; earlier: Priced | null; waiting: boolean; failed: boolean },
): VisiblePrice {
  const { priced, offer, service, booked } = draft
  const endsAt = booked || !priced ? null : priced.expiresAt
  if (priced && offer) {
    const lines = linesOfOffer(offer, tripOf(priced.quote, draft))
    const label = `${offer.name}'s price`
    return { kind: 'exact', cents: offer.fare.total_cents, lines, label, stale: false, endsAt }
  }
  if (priced) return quoted(priced, draft, false, endsAt)
  if (now.failed) return { kind: 'failed' }
  if (now.waiting) return now.earlier ? quoted(now.earlier, draft, true, null) : { kind: 'waiting' }
  const starting = now.services.find(({ item_class }) => item_class === service)
  if (!service || !starting) return { kind: 'none', because: 'Choose a service' }
  return { kind: 'from', cents: starting.starting_at_cents, service: SERVICE_NAME[service] }
}

function quoted(
  { quote }: Priced,
  draft: Draft,
  stale: boolean,
  endsAt: number | null,
): VisiblePrice {
  const lines = calculatorLines(tripOf(quote, draft), quote.fare)
  return { kind: 'exact', cents: quote.fare.total_cents, lines, label: 'Your quote', stale, endsAt }
}
