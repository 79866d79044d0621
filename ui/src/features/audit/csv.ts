import { exportAudit } from '@/api/generated/sdk.gen'
import type { AuditColumn } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { AUDIT_COLUMNS } from './columns'
import { isNarrowed, type KnownAuditSearch, questionOf } from './search'

/** The list as it is narrowed. */
export function auditCsv(search: KnownAuditSearch, shown: AuditColumn[]): CsvExport<AuditColumn> {
  return {
    what: 'audit',
    columns: labelsOf(AUDIT_COLUMNS),
    shown,
    isNarrowed: isNarrowed(search),
    most: '10,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportAudit({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
