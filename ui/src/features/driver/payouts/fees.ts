import type { MethodType, PayoutFeesOut, PayoutRail } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { ARRIVES } from '@/shared/payouts/arrival'

const MILLION = 1_000_000

/** Where a method leads, by which the provider's part is chosen. */
export const RAIL_OF = {
  bank_account: 'bank',
  debit_card: 'card',
  paypal: 'paypal',
} satisfies Record<MethodType, PayoutRail>

/** An instant payout by its lines, in cents; the lines and what arrives add up to the amount. */
export type FeeLines = {
  instant: number
  provider: number
  platform: number
  /** For the tax office, while the driver has given no Form W-9 (OP-67). */
  withheld: number
  net: number
  /** Of an instant payout: what each fee is, and for. */
  why?: Record<Fee, string>
}

/** What each fee is for, in the order of its line; the platform has had its part of an order before a share is one. */
export const WHAT_FOR = {
  instant: `for arriving ${ARRIVES.instant}`,
  provider: 'for the payment provider',
  platform: 'for the platform, on top of its part of each order',
} as const

/** The same with the rate of each, as the server takes it. */
export function ratesOf(rail: PayoutRail, schedule: PayoutFeesOut): Record<Fee, string> {
  const most = formatCents(schedule.most_instant_cents)
  return {
    instant: `${percent(schedule.instant_per_million)}, at most ${most}, ${WHAT_FOR.instant}`,
    provider: `${percent(providerShare(rail, schedule))}, ${WHAT_FOR.provider}`,
    platform: `${percent(schedule.platform_per_million)}, ${WHAT_FOR.platform}`,
  }
}

/** The provider's part of an instant payout, such as "1%". */
export const providerFee = (rail: PayoutRail, schedule: PayoutFeesOut) =>
  percent(providerShare(rail, schedule))

/** What an instant payout costs at most, such as "7%": one of its fees ends at a sum. */
export function mostFees(rail: PayoutRail, schedule: PayoutFeesOut): string {
  const { instant_per_million: instant, platform_per_million: platform } = schedule
  return percent(instant + providerShare(rail, schedule) + platform)
}

export type Fee = keyof typeof WHAT_FOR

const percent = (perMillion: number) => `${perMillion / 10_000}%`

const providerShare = (rail: PayoutRail, schedule: PayoutFeesOut) =>
  schedule.provider.find((each) => each.rail === rail)?.per_million ?? 0

const part = (cents: number, perMillion: number) =>
  Math.floor((2 * cents * perMillion + MILLION) / (2 * MILLION))

/** As the server takes them: each of the whole amount, rounded to the cent by itself, halves up. */
export function instantFees(
  cents: number,
  rail: PayoutRail,
  schedule: PayoutFeesOut,
  withheldPerMillion = 0,
): FeeLines {
  const share = providerShare(rail, schedule)
  const instant = Math.min(part(cents, schedule.instant_per_million), schedule.most_instant_cents)
  const [provider, platform] = [part(cents, share), part(cents, schedule.platform_per_million)]
  const withheld = part(cents, withheldPerMillion)
  const net = cents - instant - provider - platform - withheld
  return { instant, provider, platform, withheld, net, why: ratesOf(rail, schedule) }
}

/** A standard payout, which is free. */
export function standardLines(cents: number, withheldPerMillion: number): FeeLines {
  const withheld = part(cents, withheldPerMillion)
  return { instant: 0, provider: 0, platform: 0, withheld, net: cents - withheld }
}
