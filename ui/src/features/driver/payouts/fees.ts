import type { MethodType, PayoutFeesOut, PayoutRail } from '@/api/generated/types.gen'

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
}

/** The platform has had its part of an order before a driver's share is one, which leaves its fee here to explain. */
export const WHAT_FEES_ARE_FOR =
  'These fees, the platform’s too, are for paying out at once. They come on top of the platform’s part of each order, which is taken before your share. A standard payout has no fees.'

const part = (cents: number, perMillion: number) =>
  Math.floor((2 * cents * perMillion + MILLION) / (2 * MILLION))

/** As the server takes them: each of the whole amount, rounded to the cent by itself, halves up. */
export function instantFees(
  cents: number,
  rail: PayoutRail,
  schedule: PayoutFeesOut,
  withheldPerMillion = 0,
): FeeLines {
  const share = schedule.provider.find((each) => each.rail === rail)?.per_million ?? 0
  const instant = Math.min(part(cents, schedule.instant_per_million), schedule.most_instant_cents)
  const [provider, platform] = [part(cents, share), part(cents, schedule.platform_per_million)]
  const withheld = part(cents, withheldPerMillion)
  const net = cents - instant - provider - platform - withheld
  return { instant, provider, platform, withheld, net }
}

/** A standard payout, which is free. */
export function standardLines(cents: number, withheldPerMillion: number): FeeLines {
  const withheld = part(cents, withheldPerMillion)
  return { instant: 0, provider: 0, platform: 0, withheld, net: cents - withheld }
}
