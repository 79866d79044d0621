import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { exportPayments } from '@/api/generated/sdk.gen'
import type { PaymentColumn } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { Dialog } from '@/components/Dialog'
import { saveAsFile } from '@/components/saveAsFile'
import { toast } from '@/components/toast'
import classes from './AllPayments.module.css'
import { isNarrowed, type PaymentsSearch, questionOf } from './search'

const FILE_NAME = 'haulage-payments.csv'

const COLUMNS = {
  payment: 'Payment id',
  provider_reference: 'Provider’s id',
  created: 'Created',
  order: 'Order number',
  customer: 'Customer',
  email: 'Email address',
  purpose: 'Purpose',
  status: 'Status',
  amount: 'Amount',
  processing_fee: 'Processing fee',
  refund_requested: 'Refund requested',
  refunded: 'Refunded',
  dispute: 'Dispute',
  card: 'Card',
} satisfies Record<PaymentColumn, string>

const EVERY = Object.keys(COLUMNS) as PaymentColumn[]

/** The payments as they are narrowed, as a file for spreadsheets with the columns that are wanted. */
export function ExportDialog(props: { search: PaymentsSearch; onClose: () => void }) {
  const { search, onClose } = props
  const [columns, setColumns] = useState<string[]>(EVERY)
  const download = useMutation({
    mutationFn: async () => {
      const { data } = await exportPayments({
        query: {
          ...questionOf(search),
          columns: EVERY.filter((column) => columns.includes(column)),
        },
        throwOnError: true,
        parseAs: 'text',
      })
      saveAsFile(FILE_NAME, new Blob([data], { type: 'text/csv' }))
    },
    onSuccess: () => {
      toast.success(`${FILE_NAME} was saved.`, { id: 'export' })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (columns.length > 0) download.mutate()
  }
  return (
    <Dialog title="Export payments" onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p>
          {isNarrowed(search) ? 'The payments that fit your filters' : 'All payments'}, newest
          first, as CSV with up to 50,000 rows. The export is recorded in the audit trail.
        </p>
        <Checkbox.Group
          label="Columns"
          value={columns}
          error={columns.length === 0 ? 'Choose at least one column.' : null}
          onChange={setColumns}
        >
          <div className={classes.columns}>
            {EVERY.map((column) => (
              <Checkbox key={column} value={column} label={COLUMNS[column]} />
            ))}
          </div>
        </Checkbox.Group>
        {download.error !== null && (
          <p className={classes.error} role="alert">
            {sentenceOf(download.error)}
          </p>
        )}
        <Button type="submit" loading={download.isPending}>
          Download CSV
        </Button>
      </form>
    </Dialog>
  )
}
