import { exportPaymentDifferences } from '@/api/generated/sdk.gen'
import type { DifferenceColumn } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'

const COLUMNS = {
  id: 'Difference id',
  kind: 'Kind',
  subject: 'Subject',
  occurred: 'Money moved',
  payment: 'Payment id',
  refund: 'Refund id',
  order: 'Order id',
  their_id: 'Provider’s id',
  ours: 'Our amount',
  theirs: 'Provider’s amount',
  our_status: 'Our status',
  their_status: 'Provider’s status',
} satisfies Record<DifferenceColumn, string>

/** The list as it is narrowed. */
export function differencesCsv(): CsvExport<DifferenceColumn> {
  return {
    what: 'differences',
    columns: COLUMNS,
    isNarrowed: false,
    most: '10,000',
    load: async (columns) => {
      const query = { columns }
      const { data } = await exportPaymentDifferences({
        query,
        throwOnError: true,
        parseAs: 'text',
      })
      return String(data)
    },
  }
}
