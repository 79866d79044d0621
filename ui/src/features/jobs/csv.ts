import { exportJobs } from '@/api/generated/sdk.gen'
import type { JobColumn, JobState } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { JOB_COLUMNS } from './columns'

/** The list as it is narrowed. */
export function jobsCsv(status: JobState, shown: JobColumn[]): CsvExport<JobColumn> {
  return {
    what: 'jobs',
    columns: labelsOf(JOB_COLUMNS),
    shown,
    isNarrowed: true,
    most: '10,000',
    load: async (columns) => {
      const query = { columns, status }
      const { data } = await exportJobs({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
