import { Button, Skeleton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ExpenseOut } from '@/api/generated/types.gen'
import { confirm } from '@/components/confirm'
import { DataPanel } from '@/components/DataPanel'
import { Dialog } from '@/components/Dialog'
import { saveAsFile } from '@/components/saveAsFile'
import { toast } from '@/components/toast'
import { receiptOf, useReceipt } from '../queries'
import classes from './Expenses.module.css'
import { wordsOf } from './wordsOf'

/** The photo of a receipt, as large as there is room for; a PDF is saved. */
export function ReceiptDialog(props: {
  driverId: string
  expense: ExpenseOut
  onClose: () => void
}) {
  const { driverId, expense, onClose } = props
  const query = useQuery({
    queryKey: ['receipt', expense.id, expense.updated_at],
    queryFn: () => receiptOf(driverId, expense.id),
  })
  const remove = useReceipt(driverId)
  const removeIfMeant = async () => {
    const yes = await confirm({
      title: 'Remove this receipt?',
      children: 'The expense stays, without the proof of what was paid.',
      confirm: 'Remove receipt',
      cancel: 'Keep receipt',
      isDangerous: true,
    })
    if (!yes) return
    remove.mutate(
      { id: expense.id, file: null },
      {
        onSuccess: onClose,
        onError: (error) => toast.error(wordsOf(error), { id: 'receipt' }),
      },
    )
  }
  return (
    <Dialog title={`Receipt of ${expense.description}`} size="lg" onClose={onClose}>
      <div className={classes.form}>
        <DataPanel
          query={query}
          skeleton={<Skeleton height={320} radius="lg" />}
          failure="The receipt could not be loaded"
        >
          {(file) =>
            file.type === 'application/pdf' ? (
              <Pdf file={file} />
            ) : (
              <Picture photo={file} name={`Receipt of ${expense.description}`} />
            )
          }
        </DataPanel>
        <Button
          variant="subtle"
          color="red.9"
          c="var(--hl-bad)"
          loading={remove.isPending}
          onClick={() => void removeIfMeant()}
        >
          Remove Receipt
        </Button>
      </div>
    </Dialog>
  )
}

const KILOBYTE = 1_024

function Pdf({ file }: { file: Blob }) {
  return (
    <>
      <p>A PDF of {Math.ceil(file.size / KILOBYTE).toLocaleString('en-US')} KB.</p>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        onClick={() => saveAsFile('receipt.pdf', file)}
      >
        Download PDF
      </Button>
    </>
  )
}

function Picture({ photo, name }: { photo: Blob; name: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(photo)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return url && <img src={url} alt={name} className={classes.picture} />
}
