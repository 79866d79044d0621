import { exportPaymentDifferences } from '@/api/generated/sdk.gen'
import type { DifferenceColumn } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { DIFFERENCE_COLUMNS } from './differenceColumns'

/** The list as it is narrowed. */
export function differencesCsv(shown: DifferenceColumn[]): CsvExport<DifferenceColumn> {
  return {
    what: 'differences',
    columns: labelsOf(DIFFERENCE_COLUMNS),
    shown,
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
