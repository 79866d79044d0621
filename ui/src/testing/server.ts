import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import type {
  CalculatedFareOut,
  FareIn,
  PricePreviewOut,
  Problem,
  ServicePage,
  StatusOut,
} from '@/api/generated/types.gen'
import { CONSENT, ownAccount } from './ownAccount'

export const SERVICES: ServicePage = {
  items: [
    {
      item_class: 'small',
      service_type: 'delivery',
      label: 'Small Items',
      starting_at_cents: 3500,
    },
    { item_class: 'large', service_type: 'moving', label: 'Large Items', starting_at_cents: 8000 },
  ],
  next: null,
}

export const DEFAULT_STATUS: StatusOut = {
  mode: 'default',
  version: '0.1.0',
  simulated: ['cards'],
  maps: { engine: 'bundled', style_url: null, google_maps_key: null },
  cards: { form: 'documented', publishable_key: null },
  mail: 'sent',
  support_email: 'help@haulage.example',
  min_age_apply: 18,
  min_age_approve: 21,
  sign_ins: [],
}

/** Any figures would do as long as they add up: the tariff is the server's business. */
export function aFare(trip: Pick<FareIn, 'miles' | 'minutes'>): CalculatedFareOut {
  const distance = Math.round(trip.miles * 200)
  const time = trip.minutes * 75
  const subtotal = 1500 + distance + time
  const taxes = Math.round(subtotal * 0.0825)
  return {
    base_fare_cents: 1500,
    distance_fee_cents: distance,
    time_fee_cents: time,
    urgency_fee_cents: 0,
    extra_fees_cents: 0,
    helper_fee_cents: 0,
    subtotal_cents: subtotal,
    taxes_cents: taxes,
    total_cents: subtotal + taxes,
    driver_share_cents: subtotal - Math.floor(subtotal / 2),
    platform_share_cents: Math.floor(subtotal / 2),
    tariff: 'standard',
    tax_known: true,
    shares_apply: true,
    is_charged: false,
  }
}

export function aPreview(part: Partial<PricePreviewOut> = {}): PricePreviewOut {
  return {
    distance_miles: 5.2,
    estimated_minutes: 24,
    price_range: { low_cents: 3712, high_cents: 4190 },
    drivers: 3,
    arrival_minutes: 10,
    ...part,
  }
}

export function aProblem(status: number, message: string, code = 'test_problem', param?: string) {
  const problem: Problem = {
    type: 'about:blank',
    title: 'Problem',
    status,
    detail: message,
    code,
    message,
    request_id: 'r-1',
    ...(param && { param }),
  }
  return HttpResponse.json(problem, {
    status,
    headers: { 'content-type': 'application/problem+json' },
  })
}

/** Which ways to sign in there are: no other accounts, unless a test says so. */
export function authSettings(
  external: { google?: boolean; facebook?: boolean } = {},
  passkeys_enabled = false,
) {
  return http.get('*/auth/v1/settings', () =>
    HttpResponse.json({
      external: { email: true, phone: false, google: false, facebook: false, ...external },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled,
    }),
  )
}

/** A site with a name, which browsers know passkeys of. */
export function passkeysOpen() {
  return authSettings({}, true)
}

export const server = setupServer(
  http.get('*/api/v1/addresses', () => HttpResponse.json({ items: [], next: null })),
  http.get('*/api/v1/orders/:id/item-photos', () => HttpResponse.json({ items: [], next: null })),
  http.get('*/api/v1/item-photos', () => HttpResponse.json({ items: [], next: null })),
  http.get('*/api/v1/me/cards', () => HttpResponse.json({ items: [], next: null })),
  authSettings(),
  ...ownAccount,
  http.get('*/api/v1/services', () => HttpResponse.json(SERVICES)),
  http.get('*/api/v1/status', () => HttpResponse.json(DEFAULT_STATUS)),
  http.get('*/api/v1/orders/booked', () => HttpResponse.json({ items: [], next: null })),
  http.get('*/api/v1/orders/booked/figures', () =>
    HttpResponse.json({ active: 0, upcoming: 0, completed: 0, spent_cents: 0 }),
  ),
  http.get('*/api/v1/orders/booked/next', () =>
    HttpResponse.json({ as_of: '2026-11-20T15:00:00Z', open: 0, order: null }),
  ),
  http.get('*/api/v1/me/favorite-drivers', () => HttpResponse.json({ items: [], next: null })),
  http.get('*/api/v1/me/sessions', () => HttpResponse.json({ items: [], next: null })),
  http.get('*/api/v1/orders/:id/tracking-link', () => HttpResponse.json({ link: null })),
  http.get('*/api/v1/sms-consent', () => HttpResponse.json(CONSENT)),
  http.get('*/api/v1/retention', () => HttpResponse.json({ periods: [] })),
  http.get('*/api/v1/messages/unread', () => HttpResponse.json({ unread: 0, orders: [] })),
  http.post('*/api/v1/quotes/preview', () => HttpResponse.json(aPreview())),
  http.post('*/api/v1/fares', async ({ request }) =>
    HttpResponse.json(aFare((await request.json()) as FareIn)),
  ),
)
