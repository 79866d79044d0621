import { exportPeople } from '@/api/generated/sdk.gen'
import type { PersonColumn } from '@/api/generated/types.gen'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { isNarrowed, type PeopleSearch, questionOf } from './search'

const COLUMNS = {
  id: 'User id',
  name: 'Name',
  email: 'Email address',
  phone: 'Phone',
  role: 'Role',
  created: 'Since',
  last_active: 'Last active',
  suspended: 'Suspended',
  driver: 'Driver id',
  approved: 'Approved',
  orders: 'Orders',
  jobs: 'Jobs',
} satisfies Record<PersonColumn, string>

/** The list as it is narrowed. */
export function peopleCsv(search: PeopleSearch): CsvExport<PersonColumn> {
  return {
    what: 'people',
    columns: COLUMNS,
    isNarrowed: isNarrowed(search),
    most: '10,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportPeople({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
