import '@mantine/core/styles/Input.layer.css'
import { Button } from '@mantine/core'
import { IconReceipt, IconReceiptRefund, IconSearchOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ListedPaymentOut, PaymentColumn } from '@/api/generated/types.gen'
import { ColumnChoice } from '@/components/columns/ColumnChoice'
import { ColumnHead, ColumnLine } from '@/components/columns/ColumnLine'
import { useColumns } from '@/components/columns/columns'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { Dialog } from '@/components/Dialog'
import { EmptyState } from '@/components/EmptyState'
import { PagedList } from '@/components/PagedList'
import { ClaimLink } from '@/shared/admin/AdminLinks'
import { AdminReceipt } from '@/shared/receipts/AdminReceipt'
import classes from './AllPayments.module.css'
import { PAYMENT_COLUMNS } from './columns'
import { paymentsCsv } from './csv'
import { PaymentFilters } from './PaymentFilters'
import { usePayments } from './queries'
import { RefundDialog } from './RefundDialog'
import { isNarrowed, type PaymentsSearch } from './search'

const END_REM = 7.5

/** Everybody's payments, and giving back of them what is owed (OP-33). For administrators. */
export default function AllPayments(props: {
  search: PaymentsSearch
  onSearch: (change: Partial<PaymentsSearch>) => void
}) {
  const { search, onSearch } = props
  const payments = usePayments(search)
  const columns = useColumns(PAYMENT_COLUMNS)
  const [chosen, setChosen] = useState<ListedPaymentOut | null>(null)
  const [shown, setShown] = useState<ListedPaymentOut | null>(null)
  return (
    <>
      <PagedList
        title="Payments"
        tools={
          <>
            <ColumnChoice columns={PAYMENT_COLUMNS} chosen={columns} />
            <ExportCsv csv={paymentsCsv(search, columns.shown)} />
          </>
        }
        head={<ColumnHead columns={PAYMENT_COLUMNS} shown={columns.shown} endRem={END_REM} />}
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
        {(payment) => (
          <Payment
            payment={payment}
            shown={columns.shown}
            onRefund={() => setChosen(payment)}
            onReceipt={() => setShown(payment)}
          />
        )}
      </PagedList>
      {chosen && <RefundDialog payment={chosen} onClose={() => setChosen(null)} />}
      {shown?.receipt_id && (
        <Dialog title={`Receipt of order #${shown.order_number}`} onClose={() => setShown(null)}>
          <AdminReceipt receiptId={shown.receipt_id} />
        </Dialog>
      )}
    </>
  )
}

function Payment(props: {
  payment: ListedPaymentOut
  shown: PaymentColumn[]
  onRefund: () => void
  onReceipt: () => void
}) {
  const { payment } = props
  const isDisputed = payment.dispute === 'open'
  const reasonId = useId()
  return (
    <article aria-label={`Payment ${payment.id}`}>
      <ColumnLine
        columns={PAYMENT_COLUMNS}
        shown={props.shown}
        item={payment}
        endRem={END_REM}
        end={
          <>
            <Button
              variant="default"
              className={classes.action}
              leftSection={<IconReceiptRefund size={18} aria-hidden="true" />}
              disabled={payment.refundable_cents === 0 || isDisputed}
              aria-label={`Refund payment ${payment.id}`}
              aria-describedby={isDisputed ? reasonId : undefined}
              onClick={props.onRefund}
            >
              Refund
            </Button>
            {payment.receipt_id && (
              <Button
                variant="subtle"
                className={classes.action}
                aria-label={`Receipt of payment ${payment.id}`}
                onClick={props.onReceipt}
              >
                Receipt
              </Button>
            )}
            {payment.open_claim_id && (
              <span className={classes.refund}>
                <ClaimLink id={payment.open_claim_id}>Problem reported</ClaimLink>
              </span>
            )}
            {isDisputed && (
              <span id={reasonId} className={classes.refund}>
                No refund while the card’s bank decides
              </span>
            )}
          </>
        }
      />
    </article>
  )
}
