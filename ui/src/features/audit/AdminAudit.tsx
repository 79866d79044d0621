import { IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listAuditInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { AuditEntryOut } from '@/api/generated/types.gen'
import { ColumnChoice } from '@/components/columns/ColumnChoice'
import { ColumnHead, ColumnLine } from '@/components/columns/ColumnLine'
import { useColumns } from '@/components/columns/columns'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { DayField } from '@/components/filters/DayField'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { optionParam } from '@/components/filters/searchParams'
import { PagedList } from '@/components/PagedList'
import { PeopleNames } from '@/shared/admin/PeopleNames'
import { ACTIONS } from './actions'
import { AUDIT_COLUMNS } from './columns'
import { auditCsv } from './csv'
import { type AuditSearch, isNarrowed, type KnownAuditSearch, questionOf } from './search'

const PAGE_SIZE = 50

/** Who did what to whom, newest first. For administrators. */
export default function AdminAudit(props: {
  search: AuditSearch
  onSearch: (changed: Partial<AuditSearch>) => void
}) {
  const { onSearch } = props
  const search = { ...props.search, action: optionParam(ACTIONS, props.search.action) }
  const entries = useEntries(search)
  const columns = useColumns(AUDIT_COLUMNS)
  return (
    <PeopleNames ids={(entries.data ?? []).flatMap(idsOf)}>
      <PagedList
        title="Audit trail"
        tools={
          <>
            <ColumnChoice columns={AUDIT_COLUMNS} chosen={columns} />
            <ExportCsv csv={auditCsv(search, columns.shown)} />
          </>
        }
        head={<ColumnHead columns={AUDIT_COLUMNS} shown={columns.shown} />}
        query={entries}
        above={
          <Filters label="Filter the audit trail">
            <SearchField
              label="Subject"
              placeholder="Id of an account, order, payment …"
              value={search.subject ?? ''}
              onSearch={(text) => onSearch({ subject: text || undefined })}
            />
            <SearchField
              label="Who"
              placeholder="User id, operator, system"
              value={search.actor ?? ''}
              onSearch={(text) => onSearch({ actor: text || undefined })}
            />
            <OptionSelect
              label="Action"
              all="All actions"
              names={ACTIONS}
              value={search.action}
              onChange={(action) => onSearch({ action })}
            />
            <DayField
              label="From"
              max={search.until}
              value={search.from}
              onChange={(from) => onSearch({ from })}
            />
            <DayField
              label="Until"
              min={search.from}
              value={search.until}
              onChange={(until) => onSearch({ until })}
            />
          </Filters>
        }
        failure="The audit trail could not be loaded"
        what="entries"
        keyOf={(entry) => String(entry.number)}
        empty={
          isNarrowed(search) ? (
            <EmptyState icon={<IconSearchOff size={28} />} title="No entries found">
              <p>Ids are found as a whole. Try another day or action.</p>
            </EmptyState>
          ) : (
            <EmptyState icon={<IconHistory size={28} />} title="Nothing was recorded yet" />
          )
        }
      >
        {(entry) => (
          <article aria-label={`Entry ${entry.number}`}>
            <ColumnLine columns={AUDIT_COLUMNS} shown={columns.shown} item={entry} />
          </article>
        )}
      </PagedList>
    </PeopleNames>
  )
}

/** Everybody whom an entry names. */
function idsOf({ actor_id, object_id, facts }: AuditEntryOut): string[] {
  const named = Object.values(facts).filter((fact) => typeof fact === 'string')
  return [actor_id, object_id, ...named]
}

function useEntries(search: KnownAuditSearch) {
  return useInfiniteQuery({
    ...listAuditInfiniteOptions({ query: { limit: PAGE_SIZE, ...questionOf(search) } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): AuditEntryOut[] => data.pages.flatMap((page) => page.items),
  })
}
