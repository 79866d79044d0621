import { Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { listSessionsOfAccountInfiniteOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ListedSessionOut } from '@/api/generated/types.gen'
import { DataPanel } from '@/components/DataPanel'
import { ShowOlder } from '@/components/ShowOlder'
import { dayAndTime } from '@/components/time'
import classes from './People.module.css'

const PAGE_SIZE = 5

/** Where somebody is signed in, the newest sign-in first. */
export function Sessions({ userId }: { userId: string }) {
  const path = { user_id: userId }
  const sessions = useInfiniteQuery({
    ...listSessionsOfAccountInfiniteOptions({ path, query: { limit: PAGE_SIZE } }),
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
