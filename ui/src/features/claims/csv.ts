import { exportClaims } from '@/api/generated/sdk.gen'
import type { ClaimColumn } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { type ClaimsSearch, questionOf } from './search'

const COLUMNS = {
  id: 'Report id',
  order: 'Order number',
  kind: 'Problem',
  state: 'State',
  reported: 'Reported',
  due: 'Decide by',
  closed: 'Closed',
  requested: 'Asked back',
  refunded: 'Refunded',
  customer: 'Customer id',
  driver: 'Driver',
} satisfies Record<ClaimColumn, string>

/** The list as it is narrowed. */
export function claimsCsv(search: ClaimsSearch): CsvExport<ClaimColumn> {
  return {
    what: 'reports',
    columns: COLUMNS,
    isNarrowed: Boolean(search.kind) || search.claims !== 'all',
    most: '10,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportClaims({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
