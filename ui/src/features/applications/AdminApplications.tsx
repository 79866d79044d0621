import { IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { listApplicationsInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ListedApplicationOut } from '@/api/generated/types.gen'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { PagedList } from '@/components/PagedList'
import { dayAndTime } from '@/components/time'
import { PersonLink } from '@/shared/admin/AdminLinks'
import { ApplicationFile } from './ApplicationFile'
import classes from './Applications.module.css'
import { ChangedDrivers } from './ChangedDrivers'
import { WaitingDocuments } from './documents/WaitingDocuments'
import { OrdersAtRisk } from './OrdersAtRisk'
import {
  APPLICATION_STATUSES,
  type ApplicationsSearch,
  REVIEWERS,
  WAITING,
  WAITING_HOURS,
} from './search'

const PAGE_SIZE = 20

type Props = {
  search: ApplicationsSearch
  onSearch: (changed: Partial<ApplicationsSearch>) => void
}

/** Applications to drive, those that wait the longest first; one is opened beside its decision. */
export default function AdminApplications({ search, onSearch }: Props) {
  const opened = search.application
  const section = useFocusThatFollows(opened)
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={classes.section}
      aria-label={opened ? 'Application' : 'Review queue'}
    >
      {opened ? (
        <ApplicationFile
          key={opened}
          applicationId={opened}
          onClose={() => onSearch({ application: undefined })}
          onNext={(application) => onSearch({ application })}
        />
      ) : (
        <Listed search={search} onSearch={onSearch} />
      )}
    </section>
  )
}

/** What was pressed is gone once another thing is shown: the next Tab starts there. */
function useFocusThatFollows(shown: string | undefined) {
  const place = useRef<HTMLElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown) place.current?.focus()
    before.current = shown
  }, [shown])
  return place
}

function Listed({ search, onSearch }: Props) {
  const applications = useApplications(search)
  const isNarrowed = search.applications || search.waiting || search.reviewer
  return (
    <>
      <WaitingDocuments />
      <OrdersAtRisk />
      <ChangedDrivers />
      <PagedList
        title="Applications to drive"
        query={applications}
        above={
          <Filters label="Filter applications">
            <OptionSelect
              label="Status"
              all="To decide"
              names={APPLICATION_STATUSES}
              value={search.applications}
              onChange={(stand) => onSearch({ applications: stand })}
            />
            <OptionSelect
              label="Waiting"
              all="Any time"
              names={WAITING}
              value={search.waiting}
              onChange={(waiting) => onSearch({ waiting })}
            />
            <OptionSelect
              label="Reviewer"
              all="Anybody"
              names={REVIEWERS}
              value={search.reviewer}
              onChange={(reviewer) => onSearch({ reviewer })}
            />
          </Filters>
        }
        failure="The applications could not be loaded"
        what="applications"
        keyOf={({ id }) => id}
        empty={
          <EmptyState
            icon={<IconUserPlus size={28} />}
            title={isNarrowed ? 'No applications' : 'Nothing to decide'}
          />
        }
      >
        {(listed) => <Row listed={listed} />}
      </PagedList>
    </>
  )
}

function Row({ listed }: { listed: ListedApplicationOut }) {
  const { id, name, email, status, submitted_at, user_id } = listed
  return (
    <article className={classes.row} aria-label={name}>
      <p className={classes.title}>
        <Link
          className={classes.link}
          to="/admin"
          search={{ tab: 'applications', application: id }}
        >
          {name || email}
        </Link>
        <span className={classes.status}>
          {status === 'draft' ? '' : APPLICATION_STATUSES[status]}
        </span>
      </p>
      <p className={classes.note}>
        Submitted {dayAndTime(submitted_at, Date.now())} ·{' '}
        <PersonLink id={user_id}>{email}</PersonLink>
      </p>
    </article>
  )
}

function useApplications(search: ApplicationsSearch) {
  const query = {
    limit: PAGE_SIZE,
    ...(search.applications && { status: search.applications }),
    ...(search.waiting && { waiting_hours: WAITING_HOURS[search.waiting] }),
    ...(search.reviewer && { own: true }),
  }
  return useInfiniteQuery({
    ...listApplicationsInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedApplicationOut[] => data.pages.flatMap((page) => page.items),
  })
}
