import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { markMessagesRead } from '@/api/generated/sdk.gen'
import { unreadBy } from './entries'
import { messageQueueOf } from './messageQueue'
import { addToThread, markReadInThread, type Party, threadOptions } from './queries'

/** The thread of an order and what is on its way into it. */
export function useThread(orderId: string, userId: string) {
  const query = useInfiniteQuery(threadOptions(orderId))
  const queries = useQueryClient()
  const sending = messageQueueOf(userId, orderId)
  const outgoing = useSyncExternalStore(sending.subscribe, sending.snapshot)
  useEffect(() => sending.onSent((message) => addToThread(queries, message)), [sending, queries])
  return { query, sending, outgoing }
}

/** What was written to *party* counts as read once the panel is loaded and seen (MSG-13). */
export function useMarkRead(props: {
  orderId: string
  party: Party
  isSeen: boolean
  thread: ReturnType<typeof useThread>['query']
}): void {
  const { orderId, party, isSeen, thread } = props
  const queries = useQueryClient()
  const isAsking = useRef(false)
  const { data, dataUpdatedAt } = thread
  const newest = data && unreadBy(party, data.pages).at(-1)?.id
  // Where telling it failed, the next look at the thread tries again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look is a new reason.
  useEffect(() => {
    if (!isSeen || newest === undefined || isAsking.current) return
    isAsking.current = true
    const path = { order_id: orderId }
    markMessagesRead({ path, query: { until: newest }, throwOnError: true })
      .then(() => markReadInThread(queries, orderId, party))
      .catch(() => undefined)
      .finally(() => {
        isAsking.current = false
      })
  }, [isSeen, newest, dataUpdatedAt, orderId, party, queries])
}
