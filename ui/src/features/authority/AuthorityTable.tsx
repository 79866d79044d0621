import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getAuthorityTableOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { Authority, AuthorityRowOut, ServiceType } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { formatCents } from '@/components/Money'
import { Notice } from '@/components/Notice'
import { Section } from '@/components/Section'
import { calendarDay } from '@/shared/drivers/credentialWords'
import classes from './Authority.module.css'

const NEEDS = {
  open: 'Open to every approved driver',
  with_credential: 'Needs a carrier’s credentials',
  closed: 'Not sold',
} satisfies Record<Authority, string>

const SERVICES = {
  delivery: 'Delivery',
  moving: 'Moving',
  pickup: 'Pickup',
} satisfies Record<ServiceType, string>

/** Which service from which state to which needs what; rows are recorded by an operator. */
export function AuthorityTable() {
  const { data, error, isFetching, refetch } = useQuery(getAuthorityTableOptions())
  return (
    <Section
      title="What is sold where"
      lead="Without a row: delivery and pickup within a state are open; moving, and everything across state lines, needs a carrier’s credentials. Rows are recorded with haulage authority set or import on the server."
    >
      {error && !data ? (
        <Notice
          kind="problem"
          title="The table could not be loaded"
          action={{ label: 'Try Again', onClick: () => void refetch(), busy: isFetching }}
        >
          {sentenceOf(error)}
        </Notice>
      ) : data ? (
        <>
          {!data.is_in_force && (
            <Notice kind="news" title="Everything is open here">
              No real money is taken on this server, so the table does not count yet.
            </Notice>
          )}
          {data.rows.length === 0 ? (
            <p className={classes.note}>No row is recorded.</p>
          ) : (
            <ul className={classes.rows}>
              {data.rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
          )}
        </>
      ) : (
        <Skeleton height={120} radius="lg" aria-label="Loading the table" />
      )}
    </Section>
  )
}

function Row({ row }: { row: AuthorityRowOut }) {
  const { origin, destination, service_type, needs } = row
  const where = origin === destination ? `within ${origin}` : `${origin} to ${destination}`
  return (
    <li className={classes.row}>
      <p className={classes.title}>
        <strong>
          {SERVICES[service_type]}, {where}
        </strong>
        <span className={classes.status} data-needs={needs}>
          {NEEDS[needs]}
        </span>
      </p>
      <p className={classes.note}>
        From {calendarDay(row.since)}
        {needs === 'with_credential' &&
          ` · insurance of at least ${formatCents(row.least_cover_cents)}`}{' '}
        · {row.source}
      </p>
      <p className={classes.note}>
        Confirmed by {row.confirmed_by} on {calendarDay(row.confirmed_on)}
      </p>
    </li>
  )
}
