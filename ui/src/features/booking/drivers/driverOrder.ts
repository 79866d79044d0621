import type { Offer } from '../useMatches'

export type DriverOrder = 'match' | 'price' | 'arrival' | 'rating'

/** What stands above the list (MAT-12). */
export const SORTED_BY = {
  match: 'Sorted by best match',
  price: 'Sorted by price',
  arrival: 'Sorted by arrival',
  rating: 'Sorted by rating',
} satisfies Record<DriverOrder, string>

/** The orders to choose from. */
export function ordersOf(scheduled: boolean): Record<DriverOrder, string> {
  const labels = { match: 'Match', price: 'Price', arrival: 'Arrival', rating: 'Rating' }
  if (!scheduled) return labels
  const { arrival: _, ...others } = labels
  return others as Record<DriverOrder, string>
}

const COMPARED = {
  price: (a: Offer, b: Offer) => a.fare.total_cents - b.fare.total_cents,
  arrival: (a: Offer, b: Offer) => a.estimated_arrival - b.estimated_arrival,
  rating: (a: Offer, b: Offer) => (b.rating ?? 0) - (a.rating ?? 0),
}

/** The server's own order is that by match; among equals it stays. */
export function sorted(offers: readonly Offer[], order: DriverOrder): Offer[] {
  return order === 'match' ? [...offers] : offers.toSorted(COMPARED[order])
}
