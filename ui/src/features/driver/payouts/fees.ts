import type { MethodType, PayoutFeesOut, PayoutRail } from '@/api/generated/types.gen'

const MILLION = 1_000_000

/** Where a method leads, by which the provider's part is chosen. */
export const RAIL_OF = {
  bank_account: 'bank',
  debit_card: 'card',
  paypal: 'paypal',
} satisfies Record<MethodType, PayoutRail>

/** An instant payout by its lines, in cents; the lines and what arrives add up to the amount. */
export type FeeLines = { instant: number; provider: number; platform: number; net: number }

/** As the server takes them: each of the whole amount, rounded to the cent by itself, halves up. */
export function instantFees(cents: number, rail: PayoutRail, schedule: PayoutFeesOut): FeeLines {
  const part = (perMillion: number) =>
    Math.floor((2 * cents * perMillion + MILLION) / (2 * MILLION))
  const share = schedule.provider.find((each) => each.rail === rail)?.per_million ?? 0
  const instant = Math.min(part(schedule.instant_per_million), schedule.most_instant_cents)
  const [provider, platform] = [part(share), part(schedule.platform_per_million)]
  return { instant, provider, platform, net: cents - instant - provider - platform }
}
