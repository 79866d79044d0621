import type { SplitKind, SplitOut } from '@/api/generated/types.gen'
import { StatusBadge } from '@/components/StatusBadge'

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
      label={split.disputed ? onHold(split) : undefined}
    />
  )
}

/** A held share awaits the decision of any report: damage, lateness, or that nothing came. */
function onHold(split: SplitOut): string {
  return split.frozen_at ? 'On hold: disputed' : 'On hold: problem reported'
}
