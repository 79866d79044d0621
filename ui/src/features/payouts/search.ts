import type { DriverPayoutOut } from '@/api/generated/types.gen'
import { optionParam } from '@/components/filters/searchParams'

/** As the provider tells them (OP-38). */
export const PAYOUT_STATUSES = {
  pending: 'Pending',
  in_transit: 'In transit',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
} satisfies Record<DriverPayoutOut['status'], string>

/** The payouts' part of the admin page's address. */
export interface PayoutsSearch {
  payouts?: keyof typeof PAYOUT_STATUSES
}

/** Whatever an address may say; what makes no sense counts as not said. */
export function payoutsSearch(search: Record<string, unknown>): PayoutsSearch {
  return { payouts: optionParam(PAYOUT_STATUSES, search.payouts) }
}
