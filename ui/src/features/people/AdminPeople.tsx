import { IconSearchOff, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listPeopleInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ListedPersonOut } from '@/api/generated/types.gen'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { PagedList } from '@/components/PagedList'
import { dayAndTime } from '@/components/time'
import { PersonLink } from '@/shared/admin/AdminLinks'
import { peopleCsv } from './csv'
import classes from './People.module.css'
import { PersonPage } from './PersonPage'
import { Stand } from './Stand'
import { isNarrowed, type PeopleSearch, questionOf, ROLES, STANDS } from './search'

const PAGE_SIZE = 20

const ROLE_OF = { customer: 'Customer', driver: 'Driver', admin: 'Administrator' } as const

/** Everybody with an account, and the page of one of them. For administrators. */
export default function AdminPeople(props: {
  search: PeopleSearch
  onSearch: (changed: Partial<PeopleSearch>) => void
}) {
  const { search, onSearch } = props
  const people = usePeople(search)
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
      tools={<ExportCsv csv={peopleCsv(search)} />}
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
            names={STANDS}
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
      {(person) => <Row person={person} />}
    </PagedList>
  )
}

function Row({ person }: { person: ListedPersonOut }) {
  const now = Date.now()
  return (
    <article className={classes.row} aria-label={person.name || person.email}>
      <div className={classes.who}>
        <p className={classes.strong}>
          <PersonLink id={person.id}>{person.name || 'No name'}</PersonLink>
        </p>
        <p className={classes.note}>{person.email}</p>
        {person.phone && <p className={classes.note}>{person.phone}</p>}
      </div>
      <div>
        <p>{ROLE_OF[person.user_type]}</p>
        <Stand {...person} />
      </div>
      <p className={classes.note}>
        {[
          (person.orders > 0 || !person.driver_id) && counted(person.orders, 'order'),
          person.driver_id && counted(person.jobs, 'job'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={classes.note}>
        {person.last_active_at
          ? `Active ${dayAndTime(person.last_active_at, now)}`
          : 'Never signed in'}
        <br />
        Since {dayAndTime(person.created_at, now)}
      </p>
    </article>
  )
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

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
