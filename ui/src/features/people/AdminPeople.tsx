import { IconSearchOff, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listPeopleInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ListedPersonOut } from '@/api/generated/types.gen'
import { ColumnChoice } from '@/components/columns/ColumnChoice'
import { ColumnHead, ColumnLine } from '@/components/columns/ColumnLine'
import { useColumns } from '@/components/columns/columns'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { PagedList } from '@/components/PagedList'
import { PERSON_COLUMNS } from './columns'
import { peopleCsv } from './csv'
import { PersonPage } from './PersonPage'
import { ACCOUNT_STATUSES, isNarrowed, type PeopleSearch, questionOf, ROLES } from './search'

const PAGE_SIZE = 20

/** Everybody with an account, and the page of one of them. For administrators. */
export default function AdminPeople(props: {
  search: PeopleSearch
  onSearch: (changed: Partial<PeopleSearch>) => void
}) {
  const { search, onSearch } = props
  const people = usePeople(search)
  const columns = useColumns(PERSON_COLUMNS)
  if (search.person) {
    return (
      <PersonPage
        key={search.person}
        personId={search.person}
        onClose={() => onSearch({ person: undefined })}
      />
    )
  }
  return (
    <PagedList
      title="People"
      tools={
        <>
          <ColumnChoice columns={PERSON_COLUMNS} chosen={columns} />
          <ExportCsv csv={peopleCsv(search, columns.shown)} />
        </>
      }
      head={<ColumnHead columns={PERSON_COLUMNS} shown={columns.shown} />}
      query={people}
      above={
        <Filters label="Filter people">
          <SearchField
            label="Search"
            placeholder="Start of a name, address or phone"
            value={search.search ?? ''}
            onSearch={(text) => onSearch({ search: text || undefined })}
          />
          <OptionSelect
            label="Role"
            all="Everybody"
            names={ROLES}
            value={search.role}
            onChange={(role) => onSearch({ role })}
          />
          <OptionSelect
            label="State"
            all="Any state"
            names={ACCOUNT_STATUSES}
            value={search.stand}
            onChange={(stand) => onSearch({ stand })}
          />
        </Filters>
      }
      failure="The people could not be loaded"
      what="accounts"
      keyOf={(person) => person.id}
      empty={
        isNarrowed(search) ? (
          <EmptyState icon={<IconSearchOff size={28} />} title="Nobody found">
            <p>Nobody fits what you are looking for. Names are found by the start of a word.</p>
          </EmptyState>
        ) : (
          <EmptyState icon={<IconUsers size={28} />} title="Nobody has an account yet" />
        )
      }
    >
      {(person) => (
        <article aria-label={person.name || person.email}>
          <ColumnLine columns={PERSON_COLUMNS} shown={columns.shown} item={person} />
        </article>
      )}
    </PagedList>
  )
}

function usePeople(search: PeopleSearch) {
  const query = { limit: PAGE_SIZE, ...questionOf(search) }
  return useInfiniteQuery({
    ...listPeopleInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedPersonOut[] => data.pages.flatMap((page) => page.items),
    enabled: search.person === undefined,
  })
}
