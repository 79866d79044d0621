import type { OrderPaymentOut } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { dateAndTime } from '@/components/time'
import { PaymentLink, SplitLink } from '@/shared/admin/AdminLinks'
import { RefundParts } from '@/shared/admin/RefundParts'
import { AdminReceipt } from '@/shared/receipts/AdminReceipt'
import classes from './Details.module.css'

/** What was paid for an order and its tip: each receipt, and what was given back of it with whose that was. */
export function PaidFor(props: { payments: OrderPaymentOut[]; number: number }) {
  if (props.payments.length === 0) return <p className={classes.note}>Nothing by card.</p>
  return props.payments.map((payment) => (
    <div key={payment.id} className={classes.part}>
      <p>
        <PaymentLink id={payment.id}>{payment.purpose === 'tip' ? 'Tip' : 'Payment'}</PaymentLink>
        {' · '}
        <SplitLink number={props.number}>Its split</SplitLink>
      </p>
      {payment.receipt_id ? (
        <AdminReceipt receiptId={payment.receipt_id} />
      ) : (
        <p className={classes.note}>There is a receipt once it is paid.</p>
      )}
      {payment.refunds.map((refund) => (
        <div key={refund.id} className={classes.part}>
          <p>
            {formatCents(refund.amount_cents)} given back, {dateAndTime(refund.created_at)}
            {refund.reason && <span className={classes.note}> · {refund.reason}</span>}
          </p>
          <RefundParts parts={refund.parts} />
        </div>
      ))}
    </div>
  ))
}
