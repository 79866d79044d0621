import { HttpResponse, http } from 'msw'
import type {
  BalanceEntryOut,
  DriverPayoutOut,
  EarningsSummaryOut,
  NextPayoutOut,
  PayoutAnalyticsOut,
  PayoutEligibilityOut,
  PayoutFeesOut,
  PayoutMethodOut,
  PayoutSettingsOut,
  WeekEarningsOut,
} from '@/api/generated/types.gen'
import { server } from './server'

/** As the server has it. */
export const feeSchedule: PayoutFeesOut = {
  name: 'fees-1',
  instant_per_million: 15_000,
  most_instant_cents: 200,
  platform_per_million: 50_000,
  provider: [
    { rail: 'bank', per_million: 5_000 },
    { rail: 'card', per_million: 5_000 },
    { rail: 'paypal', per_million: 10_000 },
  ],
}

/** A debit card that can be paid at once. */
export function aMethod(changes: Partial<PayoutMethodOut> = {}): PayoutMethodOut {
  return {
    id: 'pom-1',
    type: 'debit_card',
    last4: '5556',
    bank_name: '',
    account_type: null,
    paypal_email: '',
    is_verified: true,
    is_default: true,
    is_instant: true,
    added_at: '2026-11-01T12:00:00Z',
    held_until: null,
    ...changes,
  }
}

export function someSettings(changes: Partial<PayoutSettingsOut> = {}): PayoutSettingsOut {
  const limits = {
    minimum_instant_cents: 10_00,
    maximum_instant_cents: 500_00,
    daily_instant_limit_cents: 1_000_00,
    auto_payout_threshold_cents: 50_00,
  }
  return {
    driver_id: 'drv-1',
    enable_instant_payouts: true,
    ...limits,
    trigger: 'weekly',
    notification_preferences: { email: true, sms: false, push: false },
    granted: limits,
    ...changes,
  }
}

/** $100.00 at once, on its way to be sent. */
export function aPayout(changes: Partial<DriverPayoutOut> = {}): DriverPayoutOut {
  return {
    id: 'pyt-1',
    driver_id: 'drv-1',
    method_id: 'pom-1',
    order_id: null,
    retry_of: null,
    amount_cents: 100_00,
    currency: 'USD',
    fees: { instant_fee_cents: 1_50, provider_fee_cents: 50, platform_fee_cents: 5_00 },
    withheld_cents: 0,
    net_cents: 93_00,
    withheld_returned_cents: 0,
    fees_returned: false,
    speed: 'instant',
    rail: 'card',
    trigger: 'request',
    status: 'pending',
    shown: 'pending',
    requested_at: '2026-11-20T15:00:00Z',
    expected_arrival: '2026-11-20T15:30:00Z',
    actual_arrival: null,
    failure_reason: null,
    provider_id: null,
    metadata: { service_type: null },
    ...changes,
  }
}

/** A driver who can be paid $240.00 now. */
export function aStanding(changes: Partial<PayoutEligibilityOut> = {}): PayoutEligibilityOut {
  return {
    driver_id: 'drv-1',
    eligible: true,
    instant_eligible: true,
    requirements: [],
    available_cents: 240_00,
    most_now_cents: 240_00,
    in_transit_cents: 0,
    unsent_cents: 0,
    held_cents: 0,
    frozen_cents: 0,
    debt_cents: 0,
    methods_entered_at_provider: false,
    withheld_per_million: 0,
    hold: null,
    ...changes,
  }
}

/** $240.00 of which $40.00 have not settled, on the Monday after. */
export function aNextPayout(changes: Partial<NextPayoutOut> = {}): NextPayoutOut {
  return {
    driver_id: 'drv-1',
    at: '2026-11-23T05:00:00Z',
    amount_cents: 200_00,
    available_cents: 240_00,
    not_settled_cents: 40_00,
    in_transit_cents: 0,
    unsent_cents: 0,
    held_cents: 0,
    frozen_cents: 0,
    debt_cents: 0,
    overdrawn_cents: 0,
    missing: [],
    method: aMethod(),
    ...changes,
  }
}

export function aSummary(changes: Partial<EarningsSummaryOut> = {}): EarningsSummaryOut {
  return {
    first_day: '2026-10-22',
    last_day: '2026-11-20',
    total_earnings_cents: 1_207_50,
    earnings_cents: 1_100_00,
    tips_cents: 107_50,
    total_payouts_cents: 900_00,
    total_payouts: 3,
    pending_payouts_cents: 60_00,
    pending_payouts: 1,
    average_payout_time_hours: 11.75,
    ...changes,
  }
}

export function someInstantFigures(changes: Partial<PayoutAnalyticsOut> = {}): PayoutAnalyticsOut {
  return {
    first_day: '2026-10-22',
    last_day: '2026-11-20',
    instant_payouts: 4,
    instant_payouts_cents: 310_00,
    instant_fees_cents: 21_70,
    failed_payouts: 1,
    average_payout_time_minutes: 22,
    success_rate: 0.8,
    ...changes,
  }
}

/** Twelve weeks, of which the last but one brought something, and the last what is said of it. */
export function someWeeks(last: Partial<WeekEarningsOut> = {}): WeekEarningsOut[] {
  const monday = Date.UTC(2026, 8, 7)
  const day = (days: number) => new Date(monday + days * 86_400_000).toISOString().slice(0, 10)
  return Array.from({ length: 12 }, (_, week) => ({
    first_day: day(7 * week),
    last_day: day(7 * week + 6),
    total_cents: week === 10 ? 300_00 : 0,
    earnings_cents: week === 10 ? 280_00 : 0,
    tips_cents: week === 10 ? 20_00 : 0,
    ...(week === 11 && last),
  }))
}

/** Answers for a driver's payouts; what it holds can be changed as it goes. */
export function payoutsOfDriver(
  part: Partial<{
    methods: PayoutMethodOut[]
    settings: PayoutSettingsOut
    standing: PayoutEligibilityOut
    payouts: DriverPayoutOut[]
    next: NextPayoutOut
    summary: EarningsSummaryOut
    entries: BalanceEntryOut[]
    weeks: WeekEarningsOut[]
  }> = {},
) {
  const backend = {
    methods: [aMethod()],
    settings: someSettings(),
    standing: aStanding(),
    payouts: [] as DriverPayoutOut[],
    next: aNextPayout(),
    summary: aSummary(),
    entries: [] as BalanceEntryOut[],
    weeks: someWeeks(),
    ...part,
    changed: [] as unknown[],
    opened: [] as (string | null)[],
  }
  const at = '*/api/v1/drivers/drv-1'
  server.use(
    http.get('*/api/v1/payout-fees', () => HttpResponse.json(feeSchedule)),
    http.get(`${at}/payout-methods`, () =>
      HttpResponse.json({ items: backend.methods, next: null }),
    ),
    http.get(`${at}/payout-settings`, () => HttpResponse.json(backend.settings)),
    http.patch(`${at}/payout-settings`, async ({ request }) => {
      const change = (await request.json()) as Partial<PayoutSettingsOut>
      backend.changed.push(change)
      backend.settings = { ...backend.settings, ...change }
      return HttpResponse.json(backend.settings)
    }),
    http.get(`${at}/payouts`, () => HttpResponse.json({ items: backend.payouts, next: null })),
    http.get(`${at}/next-payout`, () => HttpResponse.json(backend.next)),
    http.get(`${at}/balance-entries`, ({ request }) => {
      backend.opened.push(new URL(request.url).searchParams.get('part'))
      return HttpResponse.json({ items: backend.entries, next: null })
    }),
    http.get(`${at}/earnings-summary`, () => HttpResponse.json(backend.summary)),
    http.get(`${at}/earnings-weeks`, () => HttpResponse.json({ items: backend.weeks, next: null })),
    http.get(`${at}/payout-analytics`, () => HttpResponse.json(someInstantFigures())),
    http.get(`${at}/payout-eligibility`, () => HttpResponse.json(backend.standing)),
  )
  return backend
}
