import { exportDrivingContests } from '@/api/generated/sdk.gen'
import type { ContestColumn } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'

const COLUMNS = {
  event: 'Event id',
  driver: 'Driver id',
  type: 'Event',
  severity: 'Severity',
  start: 'When',
  status: 'State',
  contested: 'Appealed',
  decided: 'Decided',
} satisfies Record<ContestColumn, string>

/** The list as it is narrowed. */
export function appealsCsv(onlyOpen: boolean): CsvExport<ContestColumn> {
  return {
    what: 'appeals',
    columns: COLUMNS,
    isNarrowed: onlyOpen,
    most: '10,000',
    load: async (columns) => {
      const query = { columns, ...(onlyOpen && { status: 'open' as const }) }
      const { data } = await exportDrivingContests({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
