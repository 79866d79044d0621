import { exportPayments } from '@/api/generated/sdk.gen'
import type { PaymentColumn } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { PAYMENT_COLUMNS } from './columns'
import { isNarrowed, type PaymentsSearch, questionOf } from './search'

/** The payments as they are narrowed. */
export function paymentsCsv(
  search: PaymentsSearch,
  shown: PaymentColumn[],
): CsvExport<PaymentColumn> {
  return {
    what: 'payments',
    columns: labelsOf(PAYMENT_COLUMNS),
    shown,
    isNarrowed: isNarrowed(search),
    most: '50,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportPayments({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
