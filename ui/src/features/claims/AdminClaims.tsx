import { IconMessageReport } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listClaimsInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ListedClaimOut } from '@/api/generated/types.gen'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { formatCents } from '@/components/Money'
import { PagedList } from '@/components/PagedList'
import { StatusBadge } from '@/components/StatusBadge'
import { dayAndTime } from '@/components/time'
import { ClaimLink, OrderLink, PersonLink } from '@/shared/admin/AdminLinks'
import { isUndecided, KINDS, STATES } from '@/shared/claims/labels'
import classes from './AdminClaims.module.css'
import { ClaimFile } from './ClaimFile'
import { claimsCsv } from './csv'
import { CLAIM_STANDS, type ClaimsSearch, questionOf } from './search'

const PAGE_SIZE = 20

/** Problems that customers report, oldest first; one is opened with everything beside its decision. */
export default function AdminClaims(props: {
  search: ClaimsSearch
  onSearch: (changed: Partial<ClaimsSearch>) => void
}) {
  const { search, onSearch } = props
  const claims = useClaims(search)
  if (search.claim) {
    return (
      <ClaimFile
        key={search.claim}
        claimId={search.claim}
        onClose={() => onSearch({ claim: undefined })}
      />
    )
  }
  return (
    <PagedList
      title="Reported problems"
      tools={<ExportCsv csv={claimsCsv(search)} />}
      query={claims}
      above={
        <Filters label="Filter reports">
          <OptionSelect
            label="Problem"
            all="All"
            names={KINDS}
            value={search.kind}
            onChange={(kind) => onSearch({ kind })}
          />
          <OptionSelect
            label="State"
            all="To decide"
            names={CLAIM_STANDS}
            value={search.claims}
            onChange={(stand) => onSearch({ claims: stand })}
          />
        </Filters>
      }
      failure="The reports could not be loaded"
      what="reports"
      keyOf={({ claim }) => claim.id}
      empty={
        <EmptyState
          icon={<IconMessageReport size={28} />}
          title={search.claims || search.kind ? 'No reports' : 'Nothing to decide'}
        />
      }
    >
      {(listed) => <Row listed={listed} />}
    </PagedList>
  )
}

function Row({ listed }: { listed: ListedClaimOut }) {
  const { claim, order_number, driver_name } = listed
  const now = Date.now()
  const isLate = isUndecided(claim.state) && Date.parse(claim.decision_due) < now
  return (
    <article className={classes.row} aria-label={`Order ${order_number}, ${KINDS[claim.kind]}`}>
      <p className={classes.title}>
        <strong>
          <ClaimLink id={claim.id}>{KINDS[claim.kind]}</ClaimLink>
        </strong>
        <StatusBadge status={STATES[claim.state].status} label={CLAIM_STANDS[claim.state]} />
      </p>
      <p className={classes.note}>
        <OrderLink id={claim.order_id} number={order_number} /> ·{' '}
        {dayAndTime(claim.created_at, now)} ·{' '}
        <PersonLink id={listed.driver_id}>{driver_name || 'Erased driver'}</PersonLink> ·{' '}
        {claim.requested_cents > 0
          ? `asks for ${formatCents(claim.requested_cents)}`
          : 'asks for nothing back'}
        {isLate && <em className={classes.late}> · overdue</em>}
      </p>
      <p className={classes.words}>{claim.account}</p>
    </article>
  )
}

function useClaims(search: ClaimsSearch) {
  const query = { limit: PAGE_SIZE, ...questionOf(search) }
  return useInfiniteQuery({
    ...listClaimsInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedClaimOut[] => data.pages.flatMap((page) => page.items),
    enabled: search.claim === undefined,
  })
}
