import { IconShieldCheck } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listScreeningsInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { CaseStatus, ListedScreeningOut } from '@/api/generated/types.gen'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { optionParam } from '@/components/filters/searchParams'
import { PagedList } from '@/components/PagedList'
import { dayAndTime } from '@/components/time'
import { PersonLink } from '@/shared/admin/AdminLinks'
import classes from '../Applications.module.css'
import { CASE_STATUSES, NEXT_ACTIONS } from './labels'
import type { ScreeningsSearch } from './queueSearch'

const PAGE_SIZE = 20

const OPENED = {
  day: 'Over a day ago',
  week: 'Over a week ago',
  month: 'Over 30 days ago',
} as const
const OPENED_DAYS = { day: 1, week: 7, month: 30 } as const

/** Background checks, oldest first, with what each waits for; one is opened in its application's file. */
export default function AdminScreenings(props: {
  search: ScreeningsSearch
  onSearch: (changed: Partial<ScreeningsSearch>) => void
}) {
  const { onSearch } = props
  const stand = optionParam(CASE_STATUSES, props.search.screenings)
  const opened = optionParam(OPENED, props.search.opened)
  const screenings = useScreenings(stand, opened)
  return (
    <PagedList
      title="Background checks"
      query={screenings}
      above={
        <Filters label="Filter background checks">
          <OptionSelect
            label="State"
            all="Waiting for us"
            names={CASE_STATUSES}
            value={stand}
            onChange={(chosen) => onSearch({ screenings: chosen })}
          />
          <OptionSelect
            label="Opened"
            all="Any time"
            names={OPENED}
            value={opened}
            onChange={(chosen) => onSearch({ opened: chosen })}
          />
        </Filters>
      }
      failure="The background checks could not be loaded"
      what="background checks"
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          icon={<IconShieldCheck size={28} />}
          title={stand || opened ? 'No background checks' : 'Nothing waits for us'}
        />
      }
    >
      {(listed) => <Row listed={listed} />}
    </PagedList>
  )
}

function Row({ listed }: { listed: ListedScreeningOut }) {
  const { application_id, name, status, next_action, created_at, waiting_until, user_id } = listed
  const now = Date.now()
  return (
    <article className={classes.row} aria-label={name}>
      <p className={classes.title}>
        <Link
          className={classes.link}
          to="/admin"
          search={{ tab: 'applications', application: application_id }}
        >
          {NEXT_ACTIONS[next_action]}
        </Link>
        <span className={classes.status}>{CASE_STATUSES[status]}</span>
      </p>
      <p className={classes.note}>
        <PersonLink id={user_id}>{name}</PersonLink> · Opened {dayAndTime(created_at, now)}
        {next_action === 'waiting_period_ends' &&
          waiting_until &&
          ` · Until ${dayAndTime(waiting_until, now)}`}
      </p>
    </article>
  )
}

function useScreenings(stand?: CaseStatus, opened?: keyof typeof OPENED) {
  const query = {
    limit: PAGE_SIZE,
    ...(stand && { status: stand }),
    ...(opened && { opened_days: OPENED_DAYS[opened] }),
  }
  return useInfiniteQuery({
    ...listScreeningsInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedScreeningOut[] => data.pages.flatMap((page) => page.items),
  })
}
