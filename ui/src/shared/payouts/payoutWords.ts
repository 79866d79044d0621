import type { DriverPayoutOut } from '@/api/generated/types.gen'

type Look = { label: string; tone: 'calm' | 'live' | 'good' | 'bad' }

/** As drivers read it: what is in transit is processing, what is paid is completed (OP-38). */
export const STATES = {
  pending: { label: 'Pending', tone: 'calm' },
  in_transit: { label: 'Processing', tone: 'live' },
  paid: { label: 'Completed', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'bad' },
} satisfies Record<DriverPayoutOut['status'], Look>

/** Whether it has neither reached the bank nor ended otherwise. */
export function isOnItsWay({ status }: Pick<DriverPayoutOut, 'status'>): boolean {
  return status === 'pending' || status === 'in_transit'
}

/** Why there was a payout. */
export const TRIGGERS = {
  weekly: 'Weekly payout',
  threshold: 'Your balance reached the threshold',
  order: 'Paid after an order',
  request: 'You asked for it',
} satisfies Record<DriverPayoutOut['trigger'], string>

/** "Instant payout" or "Standard payout". */
export function speedName(payout: Pick<DriverPayoutOut, 'speed'>): string {
  return payout.speed === 'instant' ? 'Instant payout' : 'Standard payout'
}
