import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { PaymentRecordOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { Dialog } from '@/components/Dialog'
import { Money } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { ButtonLink } from '@/components/RouterLink'
import { clockTime, dateOf } from '@/components/time'
import { cardName } from '@/shared/card/cardName'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { EmailField } from '@/shared/receipts/EmailField'
import { ReceiptLines } from '@/shared/receipts/ReceiptLines'
import { useDownloadReceipt } from '@/shared/receipts/useReceiptActions'
import classes from './Details.module.css'
import { useReceipt } from './queries'
import { RecordBadge } from './RecordBadge'

const UNDECIDED =
  'The bank has not decided yet, and returns the money to the card itself where it agrees. ' +
  'We cannot refund the payment as well while it is disputed.'
const DECIDED = 'The card’s bank decided the dispute in your favor: the money went back to you.'

/** Everything about one payment, and its receipt line by line. */
export function Details({ record, onClose }: { record: PaymentRecordOut; onClose: () => void }) {
  return (
    <Dialog title={`Payment of order #${record.order_number}`} onClose={onClose} size="lg">
      <div className={classes.details}>
        <dl className={classes.facts}>
          <Fact name="Status">
            <RecordBadge record={record} />
          </Fact>
          <Fact name="Date">
            {dateOf(record.date)}, {clockTime(record.date)}
          </Fact>
          <Fact name="Service">{SERVICE_NAMES[record.service_type]}</Fact>
          <Fact name="Driver">{record.driver_name ?? 'Not assigned'}</Fact>
          <Fact name="Pickup">{record.pickup_address}</Fact>
          <Fact name="Delivery">{record.delivery_address}</Fact>
          <Fact name="Items">{record.description}</Fact>
          {record.receipt_number && <Fact name="Receipt">{record.receipt_number}</Fact>}
        </dl>
        {record.status === 'disputed' && (
          <Notice kind="news" title="This payment was disputed at the card’s bank.">
            {record.dispute === 'lost' ? DECIDED : UNDECIDED}
          </Notice>
        )}
        {record.receipt_id ? (
          <Receipt receiptId={record.receipt_id} />
        ) : (
          <p>
            <Money cents={record.amount_cents} /> were not charged to{' '}
            {cardName(record.payment_method)}.
          </p>
        )}
        <div className={classes.actions}>
          <ButtonLink to="/track/$orderId" params={{ orderId: record.order_id }} variant="default">
            Open the order
          </ButtonLink>
          {record.confirmation_id && (
            <ButtonLink
              to="/payment-success/$confirmationId"
              params={{ confirmationId: record.confirmation_id }}
              variant="default"
            >
              Payment confirmation
            </ButtonLink>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function Receipt({ receiptId }: { receiptId: string }) {
  const receipt = useReceipt(receiptId)
  const download = useDownloadReceipt()
  return (
    <DataPanel
      query={receipt}
      failure="Receipt not found"
      skeleton={<Skeleton height={280} radius="md" />}
    >
      {(found) => (
        <>
          <ReceiptLines receipt={found} />
          <div className={classes.receipt}>
            <Button
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              loading={download.isPending}
              onClick={() => download.mutate(receiptId)}
            >
              Download Receipt
            </Button>
            <EmailField receiptId={receiptId} own={found.customer_info.email} />
          </div>
        </>
      )}
    </DataPanel>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
