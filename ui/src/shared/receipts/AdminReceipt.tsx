import { Button, Skeleton } from '@mantine/core'
import { IconFileText, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getReceiptOptions } from '@/api/generated/@tanstack/react-query.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { toast } from '@/components/toast'
import classes from './AdminReceipt.module.css'
import { ReceiptLines } from './ReceiptLines'
import { EMAILED, useDownloadReceipt, useEmailReceipt } from './useReceiptActions'

/** A customer's receipt for administrators: its lines, the document, and sending it to the customer again. */
export function AdminReceipt({ receiptId }: { receiptId: string }) {
  const receipt = useQuery(getReceiptOptions({ path: { receipt_id: receiptId } }))
  const open = useDownloadReceipt()
  const email = useEmailReceipt()
  const send = () =>
    email.mutate(
      { receiptId },
      {
        onSuccess: () => toast.success(EMAILED, { id: 'receipt' }),
        onError: (error) => toast.error(sentenceOf(error), { id: 'receipt' }),
      },
    )
  return (
    <DataPanel
      query={receipt}
      failure="Receipt not found"
      skeleton={<Skeleton height={240} radius="md" />}
    >
      {(found) => (
        <div className={classes.receipt}>
          <p className={classes.number}>Receipt {found.receipt_number}</p>
          <ReceiptLines receipt={found} />
          <div className={classes.actions}>
            <Button
              variant="default"
              leftSection={<IconFileText size={18} aria-hidden="true" />}
              loading={open.isPending}
              onClick={() => open.mutate(receiptId)}
            >
              Open Receipt
            </Button>
            {found.customer_info.email && (
              <Button
                variant="default"
                leftSection={<IconMail size={18} aria-hidden="true" />}
                loading={email.isPending}
                onClick={send}
              >
                Email Receipt
              </Button>
            )}
          </div>
          {found.customer_info.email && (
            <p className={classes.note}>It goes to {found.customer_info.email}.</p>
          )}
        </div>
      )}
    </DataPanel>
  )
}
