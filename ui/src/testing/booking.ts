import { HttpResponse, http } from 'msw'
import type {
  FareOut,
  ItemListIn,
  ItemPresetOut,
  LoadOut,
  LocationOut,
  MatchesOut,
  OfferOut,
  OrderOut,
  PaymentOut,
  QuoteIn,
  QuoteOut,
} from '@/api/generated/types.gen'
import type { Draft } from '@/features/booking/draft/draft'
import { EMPTY_DRAFT } from '@/features/booking/draft/draft'
import { anOrder } from './orders'
import { server } from './server'
import { ANN } from './session'

function aPlace(part: Pick<LocationOut, 'lat' | 'lng' | 'formatted_address'>): LocationOut {
  return {
    ...part,
    address: part.formatted_address,
    place_id: `place ${part.formatted_address}`,
    address_components: {
      street_number: null,
      route: null,
      neighborhood: null,
      borough: null,
      locality: 'New York',
      administrative_area_level1: 'NY',
      postal_code: null,
      country: 'US',
    },
    types: ['street_address'],
    approximate: false,
    outside: null,
    precision: 'house',
  }
}

/** Weighed otherwise than the server does, so that a screen that knows the weights itself is found out. */
export const SCORING: MatchesOut['scoring'] = {
  version: 'v3.0',
  weights: {
    distance: 30,
    vehicle_match: 20,
    capacity: 15,
    availability: 10,
    rating: 15,
    price: 10,
  },
}

export const CHELSEA = aPlace({
  lat: 40.7465,
  lng: -74.0014,
  formatted_address: '401 W 25th St, New York, NY 10001',
})
export const PARK_SLOPE = aPlace({
  lat: 40.6681,
  lng: -73.9806,
  formatted_address: '475 5th St, Brooklyn, NY 11215',
})

/** A fare of one line: what matters is that it adds up. */
export function aFareOf(subtotal: number, taxes: number): FareOut {
  return {
    base_fare_cents: subtotal,
    distance_fee_cents: 0,
    time_fee_cents: 0,
    urgency_fee_cents: 0,
    extra_fees_cents: 0,
    helper_fee_cents: 0,
    subtotal_cents: subtotal,
    taxes_cents: taxes,
    total_cents: subtotal + taxes,
    driver_share_cents: subtotal - Math.floor(subtotal / 2),
    platform_share_cents: Math.floor(subtotal / 2),
    tariff: 'standard-1',
  }
}

export function aQuote(id: string, request: Partial<QuoteIn>, fare = aFareOf(4000, 330)): QuoteOut {
  const now = Date.now()
  return {
    id,
    service_type: request.item_class === 'large' ? 'moving' : 'delivery',
    item_class: request.item_class ?? 'small',
    urgency: request.urgency ?? 'standard',
    pickup: request.pickup ?? { lat: 0, lng: 0, address: 'A' },
    dropoff: request.dropoff ?? { lat: 1, lng: 1, address: 'B' },
    distance_miles: 5,
    estimated_minutes: 20,
    items: [],
    helpers: request.helpers ?? 0,
    weight_pounds: request.items?.[0]?.weight ?? 25,
    time_of_day: 'off_peak',
    weather: 'normal',
    fare,
    price_limit_cents: 4800,
    scheduled_time: inUtc(request.scheduled_time),
    scheduled_until: inUtc(request.scheduled_until),
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + 15 * 60_000).toISOString(),
  }
}

/** As the server writes instants, whatever the offset of what it was asked. */
function inUtc(instant: string | null | undefined): string | null {
  return instant ? new Date(instant).toISOString() : null
}

export function anOffer(part: Partial<OfferOut> = {}): OfferOut {
  return {
    rank: 1,
    is_favorite: false,
    driver_id: 'drv-maria',
    name: 'Maria Lopez',
    vehicle: {
      type: 'van',
      make: 'Ford',
      model: 'Transit',
      year: 2021,
      color: null,
      capacity_pounds: 3000,
      capacity_cubic_feet: 250,
    },
    rating: 4.8,
    total_jobs: 120,
    score: 94.2,
    factors: {
      distance: 100,
      vehicle_match: 100,
      capacity: 100,
      availability: 100,
      rating: 96,
      price: 48,
    },
    confidence: 94.2,
    miles_away: 1.2,
    estimated_arrival: 12,
    estimated_price_cents: 2500,
    fare: aFareOf(2500, 206),
    ...part,
  }
}

export const SECOND = anOffer({
  rank: 2,
  driver_id: 'drv-james',
  name: 'James Chen',
  rating: null,
  score: 71.5,
  estimated_price_cents: 3000,
  fare: aFareOf(3000, 248),
})

/** As it is once booked, before it is paid. */
export function anUnpaidOrder(part: Partial<OrderOut> = {}): OrderOut {
  return anOrder({
    id: 'ord-1',
    number: 10_000,
    customer_id: ANN.id,
    chosen_driver_id: 'drv-maria',
    quote_id: 'quo-1',
    price_cents: 2706,
    payment_status: 'unpaid',
    tracking_status: null,
    paid_at: null,
    ...part,
  })
}

export function aPayment(part: Partial<PaymentOut> = {}): PaymentOut {
  return {
    id: 'pay-1',
    order_id: 'ord-1',
    customer_id: ANN.id,
    amount_cents: 2706,
    currency: 'usd',
    status: 'requires_payment_method',
    simulated: true,
    card_brand: null,
    card_last4: null,
    refunded_cents: 0,
    attempts: 0,
    created_at: '2026-01-01T12:00:00Z',
    updated_at: '2026-01-01T12:00:00Z',
    ...part,
  }
}

/** A draft that is filled in up to the driver. */
export function aDraft(part: Partial<Draft> = {}): Draft {
  return {
    ...EMPTY_DRAFT,
    owner: ANN.id,
    service: 'small',
    contact: { name: 'Ann', phone: '+1 212 555 0100' },
    pickup: CHELSEA,
    dropoff: PARK_SLOPE,
    details: { ...EMPTY_DRAFT.details, description: 'Two boxes' },
    ...part,
  }
}

export function keepDraft(draft: unknown): void {
  window.sessionStorage.setItem('haulage-booking', JSON.stringify(draft))
}

export function storedDraft(): Draft {
  return JSON.parse(window.sessionStorage.getItem('haulage-booking') ?? 'null')
}

function aPreset(part: Pick<ItemPresetOut, 'id' | 'name' | 'category' | 'weight' | 'words'>) {
  const dimensions = { length: 18, width: 18, height: 16 }
  return { ...part, dimensions, two_people: part.weight > 75, fragile: false, assembly: false }
}

export const PRESETS: ItemPresetOut[] = [
  aPreset({ id: 'parcel', name: 'Parcel', category: 'everyday', weight: 10, words: [] }),
  aPreset({
    id: 'moving-box-medium',
    name: 'Medium moving box',
    category: 'boxes',
    weight: 40,
    words: ['carton'],
  }),
  aPreset({ id: 'sofa', name: 'Sofa', category: 'living_room', weight: 180, words: ['couch'] }),
]

/** As the server says it of a list with or without the sofa. */
function aLoad(items: ItemListIn['items']): LoadOut {
  const large = items.some(({ preset }) => preset === 'sofa')
  return {
    description: '',
    pieces: items.reduce((sum, { quantity }) => sum + (quantity ?? 1), 0),
    weight_pounds: items.reduce((sum, each) => sum + (each.weight ?? 25) * (each.quantity ?? 1), 0),
    volume_cubic_feet: 6,
    is_measured: true,
    largest: null,
    people: large ? 2 : 1,
    two_people_for: large ? ['sofa'] : [],
    item_class: large ? 'large' : 'small',
    vehicle: 'van',
    sentences: ['This fits a van.', ...(large ? ['Two people are needed for the sofa.'] : [])],
  }
}

/** A marketplace that quotes, offers two drivers, books and takes every card; `seen` tells of it. */
export function bookingApi(offers: OfferOut[] = [anOffer(), SECOND]) {
  const seen = {
    quoteRequests: [] as QuoteIn[],
    matched: [] as string[],
    booked: [] as { key: string | null; body: Record<string, unknown> }[],
    cancelled: [] as string[],
    charged: [] as string[],
  }
  const matches = (): MatchesOut => ({
    items: offers,
    next: null,
    price_range: rangeOf(offers),
    emptied_by_price_limit: false,
    scoring: SCORING,
  })
  const handlers = [
    http.get('*/api/v1/places/popular', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/v1/routes', () =>
      HttpResponse.json({
        items: [
          {
            distance: { text: '5.0 mi', value: 8047 },
            duration: { text: '20 min', value: 1200 },
            polyline: [CHELSEA, PARK_SLOPE].map(({ lat, lng }) => ({ lat, lng })),
            steps: [],
            engine: 'embedded',
            approximate: true,
            name: '',
          },
        ],
        next: null,
      }),
    ),
    http.get('*/api/v1/items/presets', () => HttpResponse.json({ items: PRESETS, next: null })),
    http.post('*/api/v1/items/load', async ({ request }) => {
      const { items } = (await request.json()) as ItemListIn
      return HttpResponse.json(aLoad(items))
    }),
    http.post('*/api/v1/quotes', async ({ request }) => {
      const body = (await request.json()) as QuoteIn
      seen.quoteRequests.push(body)
      return HttpResponse.json(aQuote(`quo-${seen.quoteRequests.length}`, body), { status: 201 })
    }),
    http.post('*/api/v1/quotes/:id/matches', ({ params }) => {
      seen.matched.push(String(params.id))
      return HttpResponse.json(matches())
    }),
    http.post('*/api/v1/orders', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      seen.booked.push({ key: request.headers.get('idempotency-key'), body })
      const order = anUnpaidOrder({
        id: `ord-${seen.booked.length}`,
        quote_id: String(body.quote_id),
      })
      return HttpResponse.json(order, { status: 201 })
    }),
    http.post('*/api/v1/orders/:id/payment', ({ params }) =>
      HttpResponse.json(aPayment({ order_id: String(params.id) })),
    ),
    // The order's own page is not what a booking is about.
    http.get('*/api/v1/orders/:id/tracking', () => new HttpResponse(null, { status: 404 })),
    http.post('*/api/v1/orders/:id/cancel', ({ params }) => {
      seen.cancelled.push(String(params.id))
      return HttpResponse.json(anUnpaidOrder({ id: String(params.id), status: 'cancelled' }))
    }),
    http.post('*/api/v1/payments/:id/confirm', ({ request }) => {
      seen.charged.push(request.headers.get('idempotency-key') ?? '')
      return HttpResponse.json(paid())
    }),
  ]
  return { seen, handlers }
}

function rangeOf(offers: OfferOut[]): MatchesOut['price_range'] {
  const totals = offers.map(({ fare }) => fare.total_cents)
  return totals.length === 0
    ? null
    : { low_cents: Math.min(...totals), high_cents: Math.max(...totals) }
}

export function paid() {
  return {
    payment: aPayment({ status: 'succeeded' }),
    order: anUnpaidOrder({ payment_status: 'paid', status: 'assigned', driver_id: 'drv-maria' }),
  }
}

/** The server is such a marketplace from now on; what it is asked is in what this gives. */
export function openBooking(offers?: OfferOut[]) {
  const { handlers, seen } = bookingApi(offers)
  server.use(...handlers)
  return seen
}
