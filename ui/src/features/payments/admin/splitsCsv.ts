import { exportSplits } from '@/api/generated/sdk.gen'
import type { SplitColumn } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import type { SplitsSearch } from './search'
import { SPLIT_COLUMNS } from './splitColumns'

/** The list as it is narrowed. */
export function splitsCsv(
  { search, sent }: SplitsSearch,
  shown: SplitColumn[],
): CsvExport<SplitColumn> {
  return {
    what: 'splits',
    columns: labelsOf(SPLIT_COLUMNS),
    shown,
    isNarrowed: Boolean(search || sent),
    most: '10,000',
    load: async (columns) => {
      const query = { columns, ...(sent && { status: sent }), ...(search && { search }) }
      const { data } = await exportSplits({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
