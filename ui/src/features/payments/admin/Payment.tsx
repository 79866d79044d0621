import type { ListedPaymentOut, PaymentState } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { refundLabel, StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import classes from './AllPayments.module.css'

const STATES = {
  requires_payment_method: 'Unpaid',
  processing: 'Processing',
  requires_action: 'Asks the bank',
  succeeded: 'Completed',
  canceled: 'Canceled',
} satisfies Record<PaymentState, string>

/** How it stands with a payment, and why its card was refused. */
export function Status({ payment }: { payment: ListedPaymentOut }) {
  return (
    <>
      <Badge payment={payment} />
      {payment.decline_reason !== null && (
        <p className={classes.note}>
          {isDeclined(payment)
            ? dayAndTime(payment.updated_at, Date.now())
            : 'An earlier card did not pay'}
          : {payment.decline_reason}
        </p>
      )}
    </>
  )
}

/** What was paid, and what of it went back. */
export function Amount({ payment }: { payment: ListedPaymentOut }) {
  return (
    <>
      <span className={classes.amount}>
        <Money cents={payment.amount_cents} />
      </span>
      {payment.refund_requested_cents > 0 && (
        <span className={classes.refund}>
          {payment.refunded_cents < payment.refund_requested_cents
            ? 'Refund on its way: '
            : 'Refunded: '}
          <Money cents={payment.refund_requested_cents} />
        </span>
      )}
    </>
  )
}

/** Another card may have been tried since, or is being tried. */
function isDeclined({ status, decline_reason }: ListedPaymentOut): boolean {
  return status !== 'succeeded' && decline_reason !== null
}

function Badge({ payment }: { payment: ListedPaymentOut }) {
  if (payment.dispute === 'open') return <StatusBadge status="disputed" label="Dispute open" />
  if (payment.dispute === 'lost') return <StatusBadge status="disputed" label="Dispute lost" />
  if (payment.status === 'requires_payment_method' && isDeclined(payment))
    return <StatusBadge status="failed" label="Declined" />
  if (payment.status !== 'succeeded')
    return <StatusBadge status="pending" label={STATES[payment.status]} />
  const { refund_requested_cents: back, amount_cents: paid } = payment
  if (back > 0) return <StatusBadge status="refunded" label={refundLabel(back, paid)} />
  return <StatusBadge status="completed" />
}
