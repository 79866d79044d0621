import { exportPeople } from '@/api/generated/sdk.gen'
import type { PersonColumn } from '@/api/generated/types.gen'
import { labelsOf } from '@/components/columns/columns'
import type { CsvExport } from '@/components/csv/ExportCsv'
import { PERSON_COLUMNS } from './columns'
import { isNarrowed, type PeopleSearch, questionOf } from './search'

/** The list as it is narrowed. */
export function peopleCsv(search: PeopleSearch, shown: PersonColumn[]): CsvExport<PersonColumn> {
  return {
    what: 'people',
    columns: labelsOf(PERSON_COLUMNS),
    shown,
    isNarrowed: isNarrowed(search),
    most: '10,000',
    load: async (columns) => {
      const query = { ...questionOf(search), columns }
      const { data } = await exportPeople({ query, throwOnError: true, parseAs: 'text' })
      return String(data)
    },
  }
}
