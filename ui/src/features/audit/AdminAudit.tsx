import { IconHistory, IconSearchOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listAuditInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { AuditEntryOut } from '@/api/generated/types.gen'
import { ExportCsv } from '@/components/csv/ExportCsv'
import { EmptyState } from '@/components/EmptyState'
import { DayField } from '@/components/filters/DayField'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { SearchField } from '@/components/filters/SearchField'
import { optionParam } from '@/components/filters/searchParams'
import { formatCents } from '@/components/Money'
import { PagedList } from '@/components/PagedList'
import { dayAndTime } from '@/components/time'
import { IdLink } from '@/shared/admin/AdminLinks'
import { PeopleNames } from '@/shared/admin/PeopleNames'
import classes from './AdminAudit.module.css'
import { ACTIONS, actionWords } from './actions'
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
  return (
    <PeopleNames ids={(entries.data ?? []).flatMap(idsOf)}>
      <PagedList
        title="Audit trail"
        tools={<ExportCsv csv={auditCsv(search)} />}
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
        {(entry) => <Entry entry={entry} />}
      </PagedList>
    </PeopleNames>
  )
}

/** Everybody whom an entry names. */
function idsOf({ actor_id, object_id, facts }: AuditEntryOut): string[] {
  const named = Object.values(facts).filter((fact) => typeof fact === 'string')
  return [actor_id, object_id, ...named]
}

/** Money in dollars, as every amount on a screen. */
function factWords(name: string, fact: string | number | boolean): ReactNode {
  if (typeof fact === 'string') return <IdLink id={fact} />
  if (typeof fact === 'number' && isCents(name)) return formatCents(fact)
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  return String(fact)
}

const isCents = (name: string) => /(^|_)cents$/.test(name)

const factName = (name: string) =>
  (isCents(name) ? name.replace(/_?cents$/, '') || 'amount' : name).replaceAll('_', ' ')

function Entry({ entry }: { entry: AuditEntryOut }) {
  const facts = Object.entries(entry.facts).flatMap(([name, fact]) =>
    fact === null ? [] : [{ name, fact }],
  )
  return (
    <article className={classes.entry} aria-label={`Entry ${entry.number}`}>
      <p className={classes.number}>#{entry.number}</p>
      <div>
        <p className={classes.action}>{actionWords(entry.action)}</p>
        <p className={classes.note}>{dayAndTime(entry.at, Date.now())}</p>
      </div>
      <div>
        <p className={classes.note}>
          {entry.object_kind.replaceAll('_', ' ')} <IdLink id={entry.object_id} />
        </p>
        <p className={classes.note}>
          by {entry.actor_id === entry.actor_role ? '' : `${entry.actor_role} `}
          <IdLink id={entry.actor_id} />
        </p>
      </div>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(({ name, fact }) => (
            <div key={name}>
              <dt>{factName(name)}</dt>
              <dd>{factWords(name, fact)}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  )
}

function useEntries(search: KnownAuditSearch) {
  return useInfiniteQuery({
    ...listAuditInfiniteOptions({ query: { limit: PAGE_SIZE, ...questionOf(search) } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): AuditEntryOut[] => data.pages.flatMap((page) => page.items),
  })
}
