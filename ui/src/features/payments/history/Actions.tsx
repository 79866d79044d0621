import { ActionIcon } from '@mantine/core'
import { IconDownload, IconFileInfo, IconMail } from '@tabler/icons-react'
import type { PaymentRecordOut } from '@/api/generated/types.gen'
import { toast } from '@/components/toast'
import {
  EMAILED,
  NOT_EMAILED,
  useDownloadReceipt,
  useEmailReceipt,
} from '@/shared/receipts/useReceiptActions'
import classes from './Actions.module.css'

/** Download, email, details. What failed has no receipt to download or mail. */
export function Actions(props: {
  record: PaymentRecordOut
  onDetails: (record: PaymentRecordOut) => void
}) {
  const { record } = props
  const download = useDownloadReceipt()
  const email = useEmailReceipt()
  const { receipt_id: receiptId, order_number: number } = record
  return (
    <span className={classes.actions}>
      {receiptId && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={`Download receipt of order #${number}`}
            title="Download receipt"
            loading={download.isPending}
            onClick={() => download.mutate(receiptId)}
          >
            <IconDownload size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={`Email receipt of order #${number}`}
            title="Email receipt"
            loading={email.isPending}
            onClick={() =>
              email.mutate(
                { receiptId },
                {
                  onSuccess: () => toast.success(EMAILED, { id: 'receipt' }),
                  onError: () => toast.error(NOT_EMAILED, { id: 'receipt' }),
                },
              )
            }
          >
            <IconMail size={20} aria-hidden="true" />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`View details of order #${number}`}
        title="View details"
        onClick={() => props.onDetails(record)}
      >
        <IconFileInfo size={20} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}
