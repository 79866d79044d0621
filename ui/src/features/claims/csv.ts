import { exportClaims } from '@/api/generated/sdk.gen'
import type { ClaimColumn } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { CLAIM_COLUMNS } from './columns'
import { type ClaimsSearch, filtersOf, questionOf } from './search'

/** The list as it is narrowed. */
export function claimsCsv(search: ClaimsSearch, shown: ClaimColumn[]): CsvExport<ClaimColumn> {
  return {
    what: 'reports',
    columns: labelsOf(CLAIM_COLUMNS),
    shown,
    isNarrowed: filtersOf(search).length > 0,
    most: '10,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportClaims({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
