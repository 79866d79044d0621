import { HttpResponse, http } from 'msw'
import type { SavedCardOut } from '@/api/generated/types.gen'

export function aSavedCard(part: Partial<SavedCardOut> = {}): SavedCardOut {
  return {
    id: 'crd-visa',
    brand: 'visa',
    last4: '4242',
    expiry_month: 12,
    expiry_year: 2034,
    has_expired: false,
    is_default: true,
    created_at: '2026-11-20T15:00:00Z',
    ...part,
  }
}

export const MASTERCARD = aSavedCard({
  id: 'crd-master',
  brand: 'mastercard',
  last4: '4444',
  is_default: false,
})

/** A server with these saved cards, from which they can be removed, and of which one is the default. */
export function cardsApi(...cards: SavedCardOut[]) {
  const held = { cards }
  const handlers = [
    http.get('*/api/v1/me/cards', () => HttpResponse.json({ items: held.cards, next: null })),
    http.delete('*/api/v1/me/cards/:id', ({ params }) => {
      held.cards = held.cards.filter(({ id }) => id !== params.id)
      return new HttpResponse(null, { status: 204 })
    }),
    http.put('*/api/v1/me/cards/:id/default', ({ params }) => {
      held.cards = held.cards.map((card) => ({ ...card, is_default: card.id === params.id }))
      held.cards.sort((one, other) => Number(other.is_default) - Number(one.is_default))
      return HttpResponse.json(held.cards[0])
    }),
  ]
  return { held, handlers }
}
