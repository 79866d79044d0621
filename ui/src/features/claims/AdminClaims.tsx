import { Button } from '@mantine/core'
import { IconMessageReport } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listClaimsInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ClaimColumn, ListedClaimOut } from '@/api/generated/types.gen'
import { ColumnChoice } from '@/components/columns/ColumnChoice'
import { ColumnHead, ColumnLine } from '@/components/columns/ColumnLine'
import { useColumns } from '@/components/columns/columns'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { PagedList } from '@/components/PagedList'
import { PeopleNames } from '@/shared/admin/PeopleNames'
import { KINDS } from '@/shared/claims/labels'
import classes from './AdminClaims.module.css'
import { ClaimFile } from './ClaimFile'
import { CLAIM_COLUMNS } from './columns'
import { claimsCsv } from './csv'
import { CLAIM_STATE_NAMES, type ClaimsSearch, filtersOf, questionOf, TO_DECIDE } from './search'

const PAGE_SIZE = 20

/** Problems that customers report, undecided ones first; one is opened with everything beside its decision. */
export default function AdminClaims(props: {
  search: ClaimsSearch
  onSearch: (changed: Partial<ClaimsSearch>) => void
}) {
  const { search, onSearch } = props
  const claims = useClaims(search)
  const columns = useColumns(CLAIM_COLUMNS)
  if (search.claim) {
    return (
      <ClaimFile
        key={search.claim}
        claimId={search.claim}
        onClose={() => onSearch({ claim: undefined })}
      />
    )
  }
  const customers = (claims.data ?? []).map(({ customer_id }) => customer_id)
  return (
    <PeopleNames ids={customers}>
      <PagedList
        title="Reported problems"
        tools={
          <>
            <ColumnChoice columns={CLAIM_COLUMNS} chosen={columns} />
            <ExportCsv csv={claimsCsv(search, columns.shown)} />
          </>
        }
        head={<ColumnHead columns={CLAIM_COLUMNS} shown={columns.shown} />}
        query={claims}
        above={
          <Filters label="Filter reports">
            <SearchField
              label="Search"
              placeholder="Order number, item, name"
              value={search.search ?? ''}
              onSearch={(text) => onSearch({ search: text || undefined })}
            />
            <OptionSelect
              label="Problem"
              all="All"
              names={KINDS}
              value={search.kind}
              onChange={(kind) => onSearch({ kind })}
            />
            <OptionSelect
              label="State"
              all={TO_DECIDE}
              names={CLAIM_STATE_NAMES}
              value={search.claims}
              onChange={(stand) => onSearch({ claims: stand })}
            />
          </Filters>
        }
        failure="The reports could not be loaded"
        what="reports"
        keyOf={({ claim }) => claim.id}
        empty={<Nothing search={search} onSearch={onSearch} />}
      >
        {(listed) => <Row listed={listed} shown={columns.shown} />}
      </PagedList>
    </PeopleNames>
  )
}

/** Why nothing is listed, and how to see more. */
function Nothing(props: {
  search: ClaimsSearch
  onSearch: (changed: Partial<ClaimsSearch>) => void
}) {
  const { search, onSearch } = props
  const filters = filtersOf(search)
  const isQueue = !search.claims && !search.kind && !search.search
  return (
    <EmptyState
      icon={<IconMessageReport size={28} />}
      title={isQueue ? 'Nothing to decide' : 'No reports'}
      action={
        filters.length > 0 && (
          <Button
            variant="default"
            onClick={() => onSearch({ kind: undefined, search: undefined, claims: 'all' })}
          >
            Show all reports
          </Button>
        )
      }
    >
      {filters.length > 0 && <p>Only these are shown: {filters.join(' · ')}.</p>}
    </EmptyState>
  )
}

function Row({ listed, shown }: { listed: ListedClaimOut; shown: ClaimColumn[] }) {
  const { claim, order_number } = listed
  return (
    <article className={classes.row} aria-label={`Order ${order_number}, ${KINDS[claim.kind]}`}>
      <ColumnLine columns={CLAIM_COLUMNS} shown={shown} item={listed} opens />
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
