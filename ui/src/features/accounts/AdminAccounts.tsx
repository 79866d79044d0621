import '@mantine/core/styles/Input.layer.css'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  findAccountMutation,
  listSessionsOfAccountInfiniteOptions,
  listSessionsOfAccountInfiniteQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { endSessionsOfAccount, reinstateAccount, suspendAccount } from '@/api/generated/sdk.gen'
import type { AccountOut, ListedSessionOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import { DecisionDialog } from '@/components/DecisionDialog'
import { ShowOlder } from '@/components/ShowOlder'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'
import classes from './AdminAccounts.module.css'

const PAGE = { limit: 20 }

/** One account at a time: where it is signed in, and what an administrator can do about it. */
export default function AdminAccounts() {
  const [who, setWho] = useState('')
  const find = useMutation(findAccountMutation())
  const [account, setAccount] = useState<AccountOut | null>(null)
  return (
    <div className={classes.panel}>
      <h2>Accounts</h2>
      <form
        className={classes.search}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setAccount(null)
          if (who.trim()) find.mutate({ body: { who: who.trim() } }, { onSuccess: setAccount })
        }}
      >
        <TextInput
          label="E-mail address or user id"
          autoComplete="off"
          value={who}
          error={find.isError ? sentenceOf(find.error) : undefined}
          onChange={({ currentTarget }) => {
            find.reset()
            setWho(currentTarget.value)
          }}
        />
        <Button type="submit" loading={find.isPending}>
          Find Account
        </Button>
      </form>
      {account ? (
        <Found account={account} onChanged={setAccount} />
      ) : (
        <p className={classes.note}>
          Looking at an account, ending its sessions and suspending it are in the audit trail.
        </p>
      )}
    </div>
  )
}

function Found(props: { account: AccountOut; onChanged: (account: AccountOut) => void }) {
  const { account } = props
  const [doing, setDoing] = useState<Doing | null>(null)
  const now = Date.now()
  return (
    <section className={classes.found} aria-labelledby="found-account">
      <div>
        <h3 id="found-account">{account.email}</h3>
        <p className={classes.note}>
          {account.name || 'No name'} · {account.user_type} · since{' '}
          {dayAndTime(account.created_at, now)}
        </p>
      </div>
      {account.suspended_at && (
        <p role="status">
          Suspended since {dayAndTime(account.suspended_at, now)}: {account.suspension_reason}
        </p>
      )}
      <Sessions userId={account.user_id} />
      <div className={classes.actions}>
        <Button variant="default" onClick={() => setDoing('end')}>
          Sign Out Everywhere
        </Button>
        {account.suspended_at ? (
          <Button onClick={() => setDoing('reinstate')}>Reinstate Account</Button>
        ) : (
          <Button color="red.9" onClick={() => setDoing('suspend')}>
            Suspend Account
          </Button>
        )}
      </div>
      {doing && (
        <Deciding
          doing={doing}
          account={account}
          onDone={props.onChanged}
          onClose={() => setDoing(null)}
        />
      )}
    </section>
  )
}

function Sessions({ userId }: { userId: string }) {
  const path = { user_id: userId }
  const sessions = useInfiniteQuery({
    ...listSessionsOfAccountInfiniteOptions({ path, query: PAGE }),
    initialPageParam: { path, query: {} },
    getNextPageParam: (last) => (last.next ? { path, query: { cursor: last.next } } : undefined),
    select: (data): ListedSessionOut[] => data.pages.flatMap((page) => page.items),
  })
  const now = Date.now()
  return (
    <DataPanel
      query={sessions}
      failure="The sessions could not be loaded"
      skeleton={<Skeleton height={64} radius="md" />}
      isEmpty={(list) => list.length === 0}
      empty={<p className={classes.note}>Signed in nowhere.</p>}
    >
      {(list) => (
        <>
          <ul className={classes.list} aria-label="Where it is signed in">
            {list.map(({ id, device, network, last_used_at }) => (
              <li key={id}>
                {device}, last used {dayAndTime(last_used_at, now)}
                {network && ` from the network ${network}`}
              </li>
            ))}
          </ul>
          <ShowOlder query={sessions} what="sessions" />
        </>
      )}
    </DataPanel>
  )
}

type Doing = 'end' | 'suspend' | 'reinstate'

const WORDS = {
  end: {
    title: 'Sign this account out everywhere?',
    follows: 'All of its devices have to sign in again.',
    confirm: 'Sign Out Everywhere',
    done: 'The account was signed out everywhere.',
    call: endSessionsOfAccount,
  },
  suspend: {
    title: 'Suspend this account?',
    follows:
      'Nobody can sign in to it, and its devices are signed out at once. A driver goes offline and gets no offers; an order that they have in hand stays theirs until you give it to somebody else.',
    confirm: 'Suspend Account',
    done: 'The account was suspended.',
    call: suspendAccount,
  },
  reinstate: {
    title: 'Reinstate this account?',
    follows: 'Its owner can sign in again.',
    confirm: 'Reinstate Account',
    done: 'The account was reinstated.',
    call: reinstateAccount,
  },
} as const satisfies Record<Doing, object>

function Deciding(props: {
  doing: Doing
  account: AccountOut
  onDone: (account: AccountOut) => void
  onClose: () => void
}) {
  const { title, follows, confirm, done, call } = WORDS[props.doing]
  const path = { user_id: props.account.user_id }
  const queries = useQueryClient()
  const decide = useMutation({
    mutationFn: async (reason: string) => {
      const { data } = await call({ path, body: { reason }, throwOnError: true })
      return data
    },
    onSuccess: async (changed) => {
      toast.success(done, { id: 'account' })
      props.onClose()
      props.onDone(changed)
      const queryKey = listSessionsOfAccountInfiniteQueryKey({ path, query: PAGE })
      await queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <DecisionDialog
      title={title}
      label={`Why? ${props.account.email} reads this in a mail.`}
      confirm={confirm}
      isDangerous={props.doing !== 'reinstate'}
      isPending={decide.isPending}
      error={decide.isError ? sentenceOf(decide.error) : null}
      onSend={(reason) => decide.mutate(reason)}
      onClose={props.onClose}
    >
      <p>{follows}</p>
    </DecisionDialog>
  )
}
