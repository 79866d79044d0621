import '@mantine/core/styles/Input.layer.css'
import { Button } from '@mantine/core'
import { IconReceipt, IconReceiptRefund, IconSearchOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ListedPaymentOut, PaymentState } from '@/api/generated/types.gen'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { Money } from '@/components/Money'
import { PagedList } from '@/components/PagedList'
import { StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import { OrderLink, PersonLink } from '@/shared/admin/AdminLinks'
import { cardName } from '@/shared/card/cardName'
import classes from './AllPayments.module.css'
import { paymentsCsv } from './csv'
import { PaymentFilters } from './PaymentFilters'
import { usePayments } from './queries'
import { RefundDialog } from './RefundDialog'
import { isNarrowed, type PaymentsSearch } from './search'

const STATES = {
  requires_payment_method: 'Unpaid',
  processing: 'Processing',
  requires_action: 'Asks the bank',
  succeeded: 'Completed',
  canceled: 'Canceled',
} satisfies Record<PaymentState, string>

/** Everybody's payments, and giving back of them what is owed (OP-33). For administrators. */
export default function AllPayments(props: {
  search: PaymentsSearch
  onSearch: (change: Partial<PaymentsSearch>) => void
}) {
  const { search, onSearch } = props
  const payments = usePayments(search)
  const [chosen, setChosen] = useState<ListedPaymentOut | null>(null)
  return (
    <>
      <PagedList
        title="Payments"
        tools={<ExportCsv csv={paymentsCsv(search)} />}
        above={<PaymentFilters search={search} onSearch={onSearch} />}
        query={payments}
        failure="The payments could not be loaded"
        skeletonHeight={420}
        empty={
          isNarrowed(search) ? (
            <EmptyState icon={<IconSearchOff size={28} />} title="No payments found">
              <p>Search for a whole order number, email address or payment id.</p>
            </EmptyState>
          ) : (
            <EmptyState icon={<IconReceipt size={28} />} title="No payments yet" />
          )
        }
        what="payments"
        keyOf={(payment) => payment.id}
      >
        {(payment) => <Payment payment={payment} onRefund={() => setChosen(payment)} />}
      </PagedList>
      {chosen && <RefundDialog payment={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function Payment({ payment, onRefund }: { payment: ListedPaymentOut; onRefund: () => void }) {
  const method = cardName({ brand: payment.card_brand, last4: payment.card_last4 })
  const isDisputed = payment.dispute === 'open'
  const reasonId = useId()
  return (
    <article className={classes.payment} aria-label={`Payment ${payment.id}`}>
      <div className={classes.what}>
        <p className={classes.id}>
          <OrderLink id={payment.order_id} number={payment.order_number} />
          {' · '}
          <PersonLink id={payment.customer_id}>
            {payment.customer_name || 'Erased customer'}
          </PersonLink>
        </p>
        {payment.customer_email && (
          <p className={classes.note}>
            <Link to="/admin" search={{ tab: 'payments', search: payment.customer_email }}>
              {payment.customer_email}
            </Link>
          </p>
        )}
        <p className={classes.note}>
          {payment.purpose === 'tip' ? 'Tip · ' : ''}
          {dayAndTime(payment.created_at, Date.now())} · {method}
        </p>
        {isDeclined(payment) && (
          <p className={classes.note}>
            {dayAndTime(payment.updated_at, Date.now())}: {payment.decline_reason}
          </p>
        )}
        <p className={classes.reference}>{payment.id}</p>
      </div>
      <Status payment={payment} />
      <p className={classes.amount}>
        <Money cents={payment.amount_cents} />
        {payment.refund_requested_cents > 0 && (
          <span className={classes.refund}>
            {payment.refunded_cents < payment.refund_requested_cents
              ? 'Refund on its way: '
              : 'Refunded: '}
            <Money cents={payment.refund_requested_cents} />
          </span>
        )}
        {isDisputed && (
          <span id={reasonId} className={classes.refund}>
            No refund while the card’s bank decides
          </span>
        )}
      </p>
      <Button
        variant="default"
        className={classes.action}
        leftSection={<IconReceiptRefund size={18} aria-hidden="true" />}
        disabled={payment.refundable_cents === 0 || isDisputed}
        aria-label={`Refund payment ${payment.id}`}
        aria-describedby={isDisputed ? reasonId : undefined}
        onClick={onRefund}
      >
        Refund
      </Button>
    </article>
  )
}

/** Another card may have been tried since, or is being tried. */
function isDeclined({ status, decline_reason }: ListedPaymentOut): boolean {
  return status !== 'succeeded' && decline_reason !== null
}

function Status({ payment }: { payment: ListedPaymentOut }) {
  if (payment.dispute === 'open') return <StatusBadge status="disputed" label="Dispute open" />
  if (payment.dispute === 'lost') return <StatusBadge status="disputed" label="Dispute lost" />
  if (payment.status === 'requires_payment_method' && isDeclined(payment))
    return <StatusBadge status="failed" label="Declined" />
  if (payment.status !== 'succeeded')
    return <StatusBadge status="pending" label={STATES[payment.status]} />
  return <StatusBadge status={payment.refund_requested_cents > 0 ? 'refunded' : 'completed'} />
}
