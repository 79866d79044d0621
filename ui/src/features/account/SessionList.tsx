import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import {
  listOwnSessionsInfiniteOptions,
  listOwnSessionsInfiniteQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { endOwnSession } from '@/api/generated/sdk.gen'
import type { ListedSessionOut } from '@/api/generated/types.gen'
import { codeOf, NOT_PROVED, PROOF_NEEDED, sentenceOf } from '@/api/problem'
import { DataPanel } from '@/components/DataPanel'
import classes from '@/components/Section.module.css'
import { ShowOlder } from '@/components/ShowOlder'
import { dayAndTime } from '@/components/time'
import { toast } from '@/components/toast'

/** Where somebody is signed in, with a way to end each but the one in hand. */
export function SessionList() {
  const sessions = useInfiniteQuery({
    ...listOwnSessionsInfiniteOptions({ query: { limit: 20 } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): ListedSessionOut[] => data.pages.flatMap((page) => page.items),
  })
  const changed = useSessionsChanged()

  async function end(session: ListedSessionOut) {
    try {
      await endOwnSession({ path: { session_id: session.id }, throwOnError: true })
      toast.success(`${session.device} was signed out.`, { id: 'session' })
    } catch (error) {
      if (codeOf(error) === PROOF_NEEDED) toast.info(NOT_PROVED, { id: 'session' })
      else toast.error(`It could not be signed out: ${sentenceOf(error)}`, { id: 'session' })
    }
    await changed()
  }

  return (
    <DataPanel
      query={sessions}
      failure="Your devices could not be loaded"
      skeleton={<Skeleton height={112} radius="md" />}
    >
      {(list) => (
        <>
          <ul className={classes.list}>
            {list.map((session) => (
              <Row key={session.id} session={session} onEnd={() => end(session)} />
            ))}
          </ul>
          <ShowOlder query={sessions} what="devices" />
        </>
      )}
    </DataPanel>
  )
}

function Row({ session, onEnd }: { session: ListedSessionOut; onEnd: () => Promise<void> }) {
  const { device, network, is_current, created_at, last_used_at } = session
  const now = Date.now()
  return (
    <li>
      <span>
        <span className={classes.value}>
          {device}
          {is_current && ' (this device)'}
        </span>
        <br />
        <span className={classes.note}>
          Last used {dayAndTime(last_used_at, now)}
          {network && ` from the network ${network}`}, signed in {dayAndTime(created_at, now)}
        </span>
      </span>
      {!is_current && (
        <Button
          variant="default"
          aria-label={`Sign out ${device}, last used ${dayAndTime(last_used_at, now)}`}
          onClick={() => void onEnd()}
        >
          Sign Out
        </Button>
      )}
    </li>
  )
}

/** Asks for the devices again, after one was signed out. */
export function useSessionsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  const queryKey = listOwnSessionsInfiniteQueryKey({ query: { limit: 20 } })
  return () => queries.invalidateQueries({ queryKey })
}
