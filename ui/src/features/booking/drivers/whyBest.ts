import { formatCents } from '@/components/Money'
import type { Offer, Scoring } from '../useMatches'
import { FACTORS, type Factor, pointsOf } from './score'

/** What a customer reads of a factor: each card shows it, so a sentence must not be against it. */
interface Reason {
  words: string
  /** Less is better. */
  shown: (offer: Offer) => number
}

const FOR = {
  distance: { words: 'being near the pickup', shown: (offer) => offer.estimated_arrival },
  vehicle_match: { words: 'the kind of vehicle', shown: (offer) => -offer.factors.vehicle_match },
  capacity: { words: 'the room in it', shown: (offer) => -offer.factors.capacity },
  availability: { words: 'the hours', shown: (offer) => -offer.factors.availability },
  rating: { words: 'the rating', shown: (offer) => -(offer.rating ?? 0) },
  price: { words: 'the price', shown: (offer) => offer.fare.total_cents },
} satisfies Record<Factor['key'], Reason>

/** Ours: so many reasons a sentence holds. */
const MOST_REASONS = 2

/**
 * Why this driver comes first, in one sentence: where they lead every other, and who asks less. A
 * driver who is the best at nothing comes first for being good at all of it.
 */
export function whyBest(best: Offer, offers: readonly Offer[], scoring: Scoring): string {
  const others = offers.filter((each) => each !== best)
  if (others.length === 0) return 'The one driver who fits right now.'
  const reasons = FACTORS.filter(({ key }) => leadsIn(key, best, others))
    .map(({ key }) => ({ key, lead: leadOf(key, best, others, scoring) }))
    .filter(({ lead }) => lead > 0)
    .sort((a, b) => b.lead - a.lead)
    .slice(0, MOST_REASONS)
    .map(({ key }) => FOR[key].words)
  const cheapest = Math.min(...others.map((each) => each.fare.total_cents))
  const price =
    cheapest < best.fare.total_cents ? `; the lowest price here is ${formatCents(cheapest)}` : ''
  if (reasons.length === 0) return `The best of everything taken together${price}.`
  return `Leads the others by ${reasons.join(' and ')}${price}.`
}

function leadsIn(key: Factor['key'], best: Offer, others: readonly Offer[]): boolean {
  const { shown } = FOR[key]
  return others.every((each) => shown(best) < shown(each))
}

/** How many points of the score they are ahead of the others' average. */
function leadOf(
  key: Factor['key'],
  best: Offer,
  others: readonly Offer[],
  scoring: Scoring,
): number {
  const points = (offer: Offer) => pointsOf(offer.factors, scoring.weights[key], key)
  return points(best) - others.reduce((sum, each) => sum + points(each), 0) / others.length
}
