import { exportJobs } from '@/api/generated/sdk.gen'
import type { JobColumn, JobState } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'

const COLUMNS = {
  id: 'Job id',
  kind: 'Kind',
  subject: 'Subject',
  state: 'State',
  created: 'Created',
  due: 'Due',
  finished: 'Finished',
  attempts: 'Attempts',
  last_error: 'Last error',
} satisfies Record<JobColumn, string>

/** The list as it is narrowed. */
export function jobsCsv(status: JobState): CsvExport<JobColumn> {
  return {
    what: 'jobs',
    columns: COLUMNS,
    isNarrowed: true,
    most: '10,000',
    load: async (columns) => {
      const query = { columns, status }
      const { data } = await exportJobs({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
