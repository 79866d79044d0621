import { HttpResponse, http } from 'msw'
import type { ClaimDetailsOut, ListedClaimOut } from '@/api/generated/types.gen'
import { aClaim, aShownClaim } from './claims'
import { server } from './server'

export const LISTED: ListedClaimOut = {
  claim: aClaim(),
  order_number: 10001,
  customer_id: 'usr_1',
  driver_id: 'drv-1',
  driver_name: 'Dee Driver',
  refundable_cents: 2706,
}
export const DETAILS: ClaimDetailsOut = {
  shown: aShownClaim(),
  refund_id: null,
  closed_by: null,
  order_number: 10001,
  load: { items: [], items_description: 'Sofa', item_notes: 'Heavy.', helpers: 0 },
  pickup: { lat: 40.7, lng: -73.9, address: '1 Front St' },
  dropoff: { lat: 40.75, lng: -73.95, address: '2 Main St' },
  completed_at: '2026-11-20T14:00:00Z',
  customer: { id: 'usr-1', name: 'Ann Lee', email: 'ann@example.com' },
  driver: { id: 'drv-1', name: 'Dee Driver', email: 'dee@example.com' },
  payment: {
    id: 'pay-1',
    amount_cents: 2706,
    refund_requested_cents: 0,
    refundable_cents: 2706,
    refunds: [],
  },
  proof: null,
  messages: [{ sender: 'driver', text: 'At the door.', sent_at: '2026-11-20T13:59:00Z' }],
  events: [{ type: 'completed', at: '2026-11-20T14:00:00Z', driver_id: 'drv-1', miles_away: 2.3 }],
  positions: [],
}

/** The reports of one customer, and what the server was asked about them. */
export function claimsBackend() {
  const seen = {
    items: [LISTED],
    itemPhotos: [] as unknown[],
    details: DETAILS,
    asked: [] as unknown[],
    queries: [] as string[],
  }
  const answer = async ({ request }: { request: Request }) => {
    seen.asked.push(await request.json())
    seen.items = []
    return HttpResponse.json(aClaim({ state: 'declined' }))
  }
  server.use(
    http.get('*/api/v1/people/names', () => HttpResponse.json([{ id: 'usr_1', name: 'Ann Lee' }])),
    http.get('*/api/v1/claims', ({ request }) => {
      seen.queries.push(new URL(request.url).searchParams.toString())
      return HttpResponse.json({ items: seen.items, next: null })
    }),
    http.get('*/api/v1/orders/o-1/item-photos', () =>
      HttpResponse.json({ items: seen.itemPhotos, next: null }),
    ),
    http.get('*/api/v1/claims/clm-1/refund-parts', ({ request }) => {
      const cents = Number(new URL(request.url).searchParams.get('refund_cents'))
      const parts = { driver_cents: 442, platform_cents: cents - 518, tax_cents: 76, fare_cents: 0 }
      return HttpResponse.json(parts)
    }),
    http.get('*/api/v1/claims/clm-1', () => HttpResponse.json(seen.details)),
    http.post('*/api/v1/claims/clm-1/decision', answer),
    http.post('*/api/v1/claims/clm-1/information-request', answer),
    http.post('*/api/v1/claims/clm-1/driver-question', answer),
  )
  return seen
}
