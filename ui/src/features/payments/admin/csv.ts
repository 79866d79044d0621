import { exportPayments } from '@/api/generated/sdk.gen'
import type { PaymentColumn } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { isNarrowed, type PaymentsSearch, questionOf } from './search'

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

/** The payments as they are narrowed. */
export function paymentsCsv(search: PaymentsSearch): CsvExport<PaymentColumn> {
  return {
    what: 'payments',
    columns: COLUMNS,
    isNarrowed: isNarrowed(search),
    most: '50,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportPayments({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
