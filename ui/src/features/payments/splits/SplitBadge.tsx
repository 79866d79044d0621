import type { SplitKind, SplitOut } from '@/api/generated/types.gen'
import { refundLabel, StatusBadge, statusLabel } from '@/components/StatusBadge'

export const SPLIT_KINDS = {
  fare: 'Fare',
  cancellation_fee: 'Cancellation fee',
  tip: 'Tip',
} satisfies Record<SplitKind, string>

/** What became of a split, or what holds its share. */
export function SplitBadge({ split }: { split: SplitOut }) {
  return (
    <StatusBadge
      status={split.disputed ? 'disputed' : split.split_status}
      label={split.disputed ? onHold(split) : afterRefund(split)}
    />
  )
}

/** A share that was sent hides nothing of what was given back since. */
function afterRefund({ split_status, refunded_cents, total_amount_cents }: SplitOut) {
  if (refunded_cents === 0) return undefined
  const refund = refundLabel(refunded_cents, total_amount_cents).toLowerCase()
  return `${statusLabel(split_status)}, ${refund}`
}

/** A held share awaits the decision of any report: damage, lateness, or that nothing came. */
function onHold(split: SplitOut): string {
  return split.frozen_at ? 'On hold: disputed' : 'On hold: problem reported'
}
