import { exportSplits } from '@/api/generated/sdk.gen'
import type { SplitColumn, SplitStatus } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { SPLIT_COLUMNS } from './splitColumns'

/** The list as it is narrowed. */
export function splitsCsv(
  status: SplitStatus | undefined,
  shown: SplitColumn[],
): CsvExport<SplitColumn> {
  return {
    what: 'splits',
    columns: labelsOf(SPLIT_COLUMNS),
    shown,
    isNarrowed: status !== undefined,
    most: '10,000',
    load: async (columns) => {
      const query = { columns, ...(status && { status }) }
      const { data } = await exportSplits({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
