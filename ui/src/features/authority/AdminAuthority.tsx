import { IconCertificate } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listCredentialsInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ListedCredentialOut } from '@/api/generated/types.gen'
import { EmptyState } from '@/components/EmptyState'
import { Filters } from '@/components/filters/Filters'
import { OptionSelect } from '@/components/filters/OptionSelect'
import { PagedList } from '@/components/PagedList'
import { dayAndTime } from '@/components/time'
import { PersonLink } from '@/shared/admin/AdminLinks'
import { PresentDocument } from '@/shared/driver-documents/PresentDocument'
import {
  CREDENTIAL_STATUSES,
  credentialFacts,
  credentialName,
  lastDay,
} from '@/shared/drivers/credentialWords'
import classes from './Authority.module.css'
import { AuthorityTable } from './AuthorityTable'
import { CredentialDecision } from './CredentialDecision'
import type { AuthoritySearch } from './search'

const PAGE_SIZE = 20
const { recorded: _, ...DECIDED } = CREDENTIAL_STATUSES

/** Drivers' carrier credentials to be checked, and the table that asks for them (OP-102). */
export default function AdminAuthority(props: {
  search: AuthoritySearch
  onSearch: (changed: Partial<AuthoritySearch>) => void
}) {
  const { search, onSearch } = props
  const decided = search.credentials === 'recorded' ? undefined : search.credentials
  return (
    <div className={classes.panel}>
      <PagedList
        title="Carrier credentials"
        query={useCredentials(search)}
        above={
          <Filters label="Filter credentials">
            <OptionSelect
              label="Status"
              all="To check"
              names={DECIDED}
              value={decided}
              onChange={(stand) => onSearch({ credentials: stand })}
            />
          </Filters>
        }
        failure="The credentials could not be loaded"
        what="credentials"
        keyOf={({ credential }) => credential.id}
        empty={
          <EmptyState
            icon={<IconCertificate size={28} />}
            title={decided ? 'No credentials' : 'Nothing to check'}
          />
        }
      >
        {(listed) => <Row listed={listed} />}
      </PagedList>
      <AuthorityTable />
    </div>
  )
}

function Row({ listed }: { listed: ListedCredentialOut }) {
  const { credential, driver_name, user_id } = listed
  const { status, note, document } = credential
  const name = credentialName(credential)
  const now = Date.now()
  return (
    <article className={classes.row} aria-label={`${name} of ${driver_name}`}>
      <p className={classes.title}>
        <strong>{name}</strong>
        <span className={classes.note}>{CREDENTIAL_STATUSES[status]}</span>
      </p>
      <p className={classes.facts}>{credentialFacts(credential)}</p>
      <p className={classes.note}>
        <PersonLink id={user_id}>{driver_name}</PersonLink> · {lastDay(credential.expires_on)} ·
        recorded {dayAndTime(credential.recorded_at, now)}
      </p>
      {note && (
        <p className={classes.note}>
          {credential.decided_at && `${dayAndTime(credential.decided_at, now)}: `}
          {note}
        </p>
      )}
      {document ? (
        <>
          <PresentDocument document={document} label={`Document of ${name}`} />
          {document.scan === 'not_scanned' && (
            <p className={classes.note}>The file was not scanned for viruses.</p>
          )}
        </>
      ) : (
        status === 'recorded' && <p className={classes.note}>No document was sent.</p>
      )}
      <CredentialDecision credential={credential} />
    </article>
  )
}

function useCredentials({ credentials }: AuthoritySearch) {
  const query = { limit: PAGE_SIZE, ...(credentials && { status: credentials }) }
  return useInfiniteQuery({
    ...listCredentialsInfiniteOptions({ query }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedCredentialOut[] => data.pages.flatMap((page) => page.items),
  })
}
