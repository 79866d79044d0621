import { Button } from '@mantine/core'
import { IconCheck, IconDownload, IconMail } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { ReceiptOut } from '@/api/generated/types.gen'
import { toast } from '@/components/toast'
import { ReceiptLines } from '@/shared/receipts/ReceiptLines'
import {
  NOT_EMAILED,
  useDownloadReceipt,
  useEmailReceipt,
} from '@/shared/receipts/useReceiptActions'
import classes from './ConfirmationScreen.module.css'

/** How long the button says that the mail is under way (PAY-23). */
const SENT_MS = 3_000

/** What was paid, line by line, with the receipt to keep (PAY-22, PAY-23). */
export function PaymentSummary({ receipt, isSample }: { receipt: ReceiptOut; isSample: boolean }) {
  const download = useDownloadReceipt()
  const email = useEmailReceipt()
  const { isSuccess, reset } = email
  useEffect(() => {
    if (!isSuccess) return
    const timer = window.setTimeout(reset, SENT_MS)
    return () => window.clearTimeout(timer)
  }, [isSuccess, reset])
  return (
    <section className={classes.box} aria-labelledby="summary-title">
      <h2 id="summary-title" className={classes.heading}>
        Payment summary
      </h2>
      <p className={classes.receipt}>Receipt {receipt.receipt_number}</p>
      <ReceiptLines receipt={receipt} />
      {!isSample && (
        <div className={classes.actions}>
          <Button
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            variant="default"
            loading={download.isPending}
            onClick={() => download.mutate(receipt.id)}
          >
            Download Receipt
          </Button>
          <Button
            variant="default"
            leftSection={
              isSuccess ? (
                <IconCheck size={18} aria-hidden="true" />
              ) : (
                <IconMail size={18} aria-hidden="true" />
              )
            }
            loading={email.isPending}
            onClick={() =>
              email.mutate(
                { receiptId: receipt.id },
                { onError: () => toast.error(NOT_EMAILED, { id: 'receipt' }) },
              )
            }
          >
            {isSuccess ? 'Email Sent!' : 'Email Receipt'}
          </Button>
          <span className={classes.hidden} role="status">
            {isSuccess && `Receipt sent to ${email.data}`}
          </span>
        </div>
      )}
    </section>
  )
}
