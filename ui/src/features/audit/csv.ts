import { exportAudit } from '@/api/generated/sdk.gen'
import type { AuditColumn } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { isNarrowed, type KnownAuditSearch, questionOf } from './search'

const COLUMNS = {
  number: 'Number',
  at: 'Time',
  actor: 'Who',
  role: 'Role',
  action: 'Action',
  kind: 'Kind of subject',
  object: 'Subject',
  facts: 'Facts',
  hash: 'Hash',
} satisfies Record<AuditColumn, string>

/** The list as it is narrowed. */
export function auditCsv(search: KnownAuditSearch): CsvExport<AuditColumn> {
  return {
    what: 'audit',
    columns: COLUMNS,
    isNarrowed: isNarrowed(search),
    most: '10,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportAudit({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
