import { HttpResponse, http } from 'msw'
import type {
  DeliveryOut,
  DriverFiguresOut,
  DriverJobOut,
  DriverJobsOut,
  DriverOut,
  JobOfferOut,
  JobOffersOut,
  PayoutAccountOut,
  SplitOut,
} from '@/api/generated/types.gen'
import { aDelivery } from './deliveries'
import { anEmptyDevice } from './deviceStorage'
import { anOrder } from './orders'
import { aProblem, server } from './server'
import { signedInAs } from './session'

export function aDriver(changes: Partial<DriverOut> = {}): DriverOut {
  return {
    id: 'drv-1',
    user_id: 'user-ann',
    name: 'Dee Driver',
    email: 'dee@example.com',
    phone: '+12125550177',
    vehicle: {
      type: 'van',
      make: 'Ford',
      model: 'Transit',
      year: 2021,
      color: null,
      capacity_pounds: 3000,
      capacity_cubic_feet: 250,
    },
    license_plate: null,
    photo_id: null,
    price_per_mile_cents: 200,
    vehicle_features: [],
    specialties: [],
    works_with_helper: false,
    working_hours_start: '08:00',
    working_hours_end: '20:00',
    weekday_hours: null,
    minimum_fare_cents: 2500,
    is_online: false,
    is_available: false,
    is_approved: true,
    approval_date: '2026-01-01T12:00:00Z',
    suspended_at: null,
    suspension_reason: null,
    documents_lapsed_at: null,
    changed_since: null,
    rating: 4.8,
    total_jobs: 12,
    total_earnings_cents: 123_456,
    created_at: '2026-01-01T12:00:00Z',
    updated_at: '2026-01-01T12:00:00Z',
    ...changes,
  }
}

export function aJob(changes: Parameters<typeof anOrder>[0] = {}, fits = true): DriverJobOut {
  return { order: anOrder(changes), pays_cents: 1937, miles_away: 1.2, fits, asks_pin: false }
}

/** As of this moment, with half a minute for each answer. */
export function anOffer(
  changes: Partial<JobOfferOut> = {},
  order: Parameters<typeof anOrder>[0] = {},
): JobOfferOut {
  const now = Date.now()
  return {
    id: 'off-1',
    kind: 'in_turn',
    offered_at: new Date(now).toISOString(),
    expires_at: new Date(now + 30_000).toISOString(),
    order: anOrder(order),
    pays_cents: 1937,
    miles_away: 1.2,
    ...changes,
  }
}

export function someOffers(changes: Partial<JobOffersOut> = {}): JobOffersOut {
  return { as_of: new Date().toISOString(), items: [], ended: [], ...changes }
}

const FIGURES: DriverFiguresOut = {
  day: '2026-11-20',
  today_earnings_cents: 4321,
  total_earnings_cents: 123_456,
  total_orders: 20,
  completed_orders: 18,
  average_rating: 4.8,
  completion_rate: 0.9,
}

const NO_ACCOUNT = 'Driver does not have a Stripe Connect account'

/** Ready, at a provider that has pages on it. */
export function anAccount(changes: Partial<PayoutAccountOut> = {}): PayoutAccountOut {
  return {
    driver_id: 'drv-1',
    account_id: 'acct_1',
    status: 'active',
    payouts_enabled: true,
    details_submitted: true,
    transfers: 'active',
    card_payments: 'unrequested',
    currently_due: [],
    due_by: null,
    disabled_reason: null,
    next_step: 'open_dashboard',
    opened_at: '2026-01-01T12:00:00Z',
    updated_at: '2026-11-20T12:00:00Z',
    ...changes,
  }
}

type DriverApi = {
  driver: DriverOut
  jobs: DriverJobsOut
  splits: SplitOut[]
  offers: JobOffersOut
  deliveries: DeliveryOut[]
  account: PayoutAccountOut | null
}

/** Signs a driver in on a device that has kept nothing yet, and answers for the dashboard; what it holds can be changed as it goes. */
export function signedInDriver(part: Partial<DriverApi> = {}) {
  signedInAs({ userType: 'driver' })
  anEmptyDevice()
  const backend = {
    driver: aDriver(),
    jobs: { available: [], active: [], arrived: [], unproved: [] } as DriverJobsOut,
    splits: [] as SplitOut[],
    offers: someOffers(),
    deliveries: [] as DeliveryOut[],
    account: anAccount() as PayoutAccountOut | null,
    ...part,
    asked: [] as { step: string; key: string | null }[],
    switched: [] as unknown[],
    positions: [] as unknown[],
  }
  const turned = async (request: Request, is: boolean) => {
    backend.switched.push(is ? await request.json() : 'offline')
    backend.driver = { ...backend.driver, is_online: is, is_available: is }
    return HttpResponse.json(backend.driver)
  }
  server.use(
    http.get('*/api/v1/drivers/me', () => HttpResponse.json(backend.driver)),
    http.get('*/api/v1/drivers/me/figures', () => HttpResponse.json(FIGURES)),
    http.get('*/api/v1/drivers/me/claims', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/v1/drivers/me/jobs', () => HttpResponse.json(backend.jobs)),
    http.post('*/api/v1/drivers/me/online', ({ request }) => turned(request, true)),
    http.post('*/api/v1/drivers/me/offline', ({ request }) => turned(request, false)),
    http.post('*/api/v1/drivers/me/positions', async ({ request }) => {
      backend.positions.push(await request.json())
      return HttpResponse.json({ taken: 1, known: 0, untrusted: 0, refused: [], last: null })
    }),
    http.get('*/api/v1/drivers/me/offers', () => HttpResponse.json(backend.offers)),
    http.get('*/api/v1/drivers/me/offers/events', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/v1/deliveries', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      const items = backend.deliveries.filter((it) => it.status === status)
      return HttpResponse.json({ items, next: null })
    }),
    http.get('*/api/v1/orders/:id/events', () => aProblem(404, 'Not here.')),
    http.get('*/api/v1/orders/:id/tracking', () => aProblem(404, 'Not here.')),
    http.get('*/api/v1/deliveries/:id', () => HttpResponse.json(aDelivery())),
    http.get('*/api/v1/splits', () => HttpResponse.json({ items: backend.splits, next: null })),
    http.get('*/api/v1/splits/analytics', () => HttpResponse.json(ANALYTICS)),
    http.get('*/api/v1/drivers/drv-1/earnings-weeks', () =>
      HttpResponse.json({ items: [], next: null }),
    ),
    http.get('*/api/v1/drivers/drv-1/payout-eligibility', () => aProblem(404, NO_ACCOUNT)),
    http.get('*/api/v1/drivers/drv-1/payout-account', () =>
      backend.account
        ? HttpResponse.json(backend.account)
        : aProblem(404, NO_ACCOUNT, 'no_connected_account'),
    ),
  )
  return backend
}

const ANALYTICS = {
  total_driver_payouts_cents: 50_000,
  total_platform_revenue_cents: 50_000,
  success_rate: 0.95,
  average_driver_payout_cents: 2500,
  completed: 19,
  failed: 1,
  pending: 0,
}

/** Answers steps of jobs with what *after* makes of the backend, or with a refusal. */
export function takesSteps(
  backend: ReturnType<typeof signedInDriver>,
  after: (step: string) => DriverJobsOut | string,
) {
  server.use(
    http.post('*/api/v1/orders/:id/:step', ({ request, params }) => {
      const step = String(params.step)
      backend.asked.push({ step, key: request.headers.get('idempotency-key') })
      const outcome = after(step)
      if (typeof outcome === 'string') return aProblem(409, outcome)
      backend.jobs = outcome
      return HttpResponse.json(anOrder())
    }),
  )
}
