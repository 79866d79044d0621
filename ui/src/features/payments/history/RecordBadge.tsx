import type { PaymentRecordOut } from '@/api/generated/types.gen'
import { refundLabel, StatusBadge } from '@/components/StatusBadge'

/** What became of a payment: one of which a part went back is not refunded. */
export function RecordBadge({ record }: { record: PaymentRecordOut }) {
  const { amount_cents: paid, refund_amount_cents: refund, status } = record
  const label = status === 'refunded' ? refundLabel(refund, paid) : undefined
  return <StatusBadge status={status} label={label} />
}
