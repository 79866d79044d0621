import { exportSplits } from '@/api/generated/sdk.gen'
import type { SplitColumn, SplitStatus } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'

const COLUMNS = {
  id: 'Split id',
  order: 'Order number',
  payment: 'Payment id',
  kind: 'Kind',
  status: 'Status',
  created: 'Created',
  driver: 'Driver',
  total: 'Total',
  taxes: 'Taxes',
  fees: 'Processing fees',
  driver_share: 'Driver share',
  platform_share: 'Platform share',
} satisfies Record<SplitColumn, string>

/** The list as it is narrowed. */
export function splitsCsv(status: SplitStatus | undefined): CsvExport<SplitColumn> {
  return {
    what: 'splits',
    columns: COLUMNS,
    isNarrowed: status !== undefined,
    most: '10,000',
    load: async (columns) => {
      const query = { columns, ...(status && { status }) }
      const { data } = await exportSplits({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
