import { formatCents } from '@/components/Money'
import type { Offer, Scoring } from '../useMatches'
import { FACTORS, type Factor, pointsOf } from './score'

const FOR = {
  distance: 'being near the pickup',
  vehicle_match: 'the kind of vehicle',
  capacity: 'the room in it',
  availability: 'the hours',
  rating: 'the rating',
  price: 'the price',
} satisfies Record<Factor['key'], string>

/** Ours: so many reasons a sentence holds. */
const MOST_REASONS = 2

/** Why this driver comes first, in one sentence: where they lead the others, and who asks less. */
export function whyBest(best: Offer, offers: readonly Offer[], scoring: Scoring): string {
  const others = offers.filter((each) => each !== best)
  if (others.length === 0) return 'The one driver who fits right now.'
  const leads = FACTORS.map(({ key }) => {
    const points = (offer: Offer) => pointsOf(offer.factors, scoring.weights[key], key)
    const usual = others.reduce((sum, each) => sum + points(each), 0) / others.length
    return { key, lead: points(best) - usual }
  })
  const reasons = leads
    .filter(({ lead }) => lead > 0)
    .sort((a, b) => b.lead - a.lead)
    .slice(0, MOST_REASONS)
    .map(({ key }) => FOR[key])
  const cheapest = Math.min(...others.map((each) => each.fare.total_cents))
  const price =
    cheapest < best.fare.total_cents ? `; the lowest price here is ${formatCents(cheapest)}` : ''
  if (reasons.length === 0) return `As good a match as the next, and nearer${price}.`
  return `Leads the others by ${reasons.join(' and ')}${price}.`
}
