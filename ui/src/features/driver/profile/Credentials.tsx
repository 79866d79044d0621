import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  listOwnCredentialsOptions,
  listOwnCredentialsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { withdrawCredential } from '@/api/generated/sdk.gen'
import type { CredentialOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { confirm } from '@/components/confirm'
import { FormErrorBox } from '@/components/forms/FormErrorBox'
import { Notice } from '@/components/Notice'
import {
  CREDENTIAL_STATUSES,
  calendarDay,
  credentialFacts,
  credentialName,
  lastDay,
} from '@/shared/drivers/credentialWords'
import { CredentialDocument } from './CredentialDocument'
import { CredentialForm } from './CredentialForm'
import classes from './Credentials.module.css'

const SOON_DAYS = 30
const DAY_MS = 24 * 60 * 60_000

/** A driver's own carrier credentials: what counts, what waits, what was refused and why (OP-102). */
export function Credentials() {
  const { data, error, isFetching, refetch } = useQuery(listOwnCredentialsOptions())
  const [isAdding, setAdding] = useState(false)
  if (error && !data) {
    return (
      <Notice
        kind="problem"
        title="Your credentials could not be loaded"
        action={{ label: 'Try Again', onClick: () => void refetch(), busy: isFetching }}
      >
        {sentenceOf(error)}
      </Notice>
    )
  }
  if (!data) return <Skeleton height={88} radius="lg" aria-label="Loading your credentials" />
  return (
    <>
      {data.items.length === 0 && !isAdding && (
        <p className={classes.note}>You have not recorded any.</p>
      )}
      {data.items.length > 0 && (
        <ul className={classes.list}>
          {data.items.map((credential) => (
            <Credential key={credential.id} credential={credential} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <CredentialForm onDone={() => setAdding(false)} />
      ) : (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => setAdding(true)}
          >
            Add credential
          </Button>
        </div>
      )}
    </>
  )
}

function Credential({ credential }: { credential: CredentialOut }) {
  const { status, note, expires_on } = credential
  const name = credentialName(credential)
  const isLive = status === 'recorded' || status === 'verified'
  const ends = status === 'verified' ? endingOf(expires_on) : null
  return (
    <li className={classes.item} aria-label={name}>
      <p className={classes.title}>
        <strong>{name}</strong>
        <span className={classes.status} data-status={ends ?? status}>
          {ends === 'over' ? 'Expired' : CREDENTIAL_STATUSES[status]}
        </span>
      </p>
      <p className={classes.note}>
        {credentialFacts(credential)} · {lastDay(expires_on)}
      </p>
      {ends && expires_on && (
        <p className={classes.warning}>
          {ends === 'over'
            ? `It ended on ${calendarDay(expires_on)} and does not count any more. Add the new one.`
            : 'It ends soon. Add the new one now: it takes the place of this one once it is checked.'}
        </p>
      )}
      {status === 'rejected' && <p className={classes.warning}>{note}</p>}
      {isLive && <CredentialDocument credential={credential} name={name} />}
      {isLive && <Withdraw id={credential.id} name={name} />}
    </li>
  )
}

function endingOf(day: string | null): 'soon' | 'over' | null {
  if (day === null) return null
  const left = Math.ceil((Date.parse(`${day}T23:59:59`) - Date.now()) / DAY_MS)
  if (left < 1) return 'over'
  return left <= SOON_DAYS ? 'soon' : null
}

function Withdraw({ id, name }: { id: string; name: string }) {
  const queries = useQueryClient()
  const withdraw = useMutation({
    networkMode: 'always',
    mutationFn: () => withdrawCredential({ path: { credential_id: id }, throwOnError: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: listOwnCredentialsQueryKey() }),
  })
  const ask = async () => {
    const yes = await confirm({
      title: 'Withdraw this credential?',
      children: 'You are not offered jobs that need it any more. Jobs that you have stay yours.',
      confirm: 'Withdraw',
      cancel: 'Keep it',
      isDangerous: true,
    })
    if (yes) withdraw.mutate()
  }
  return (
    <>
      {withdraw.isError && <FormErrorBox wait={0}>{sentenceOf(withdraw.error)}</FormErrorBox>}
      <div className={classes.actions}>
        <Button
          variant="default"
          aria-label={`Withdraw ${name}`}
          loading={withdraw.isPending}
          onClick={() => void ask()}
        >
          Withdraw
        </Button>
      </div>
    </>
  )
}
