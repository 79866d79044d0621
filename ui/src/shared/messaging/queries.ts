import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import {
  countUnreadMessages,
  getCommunicationPreferences,
  getThread,
  listMessageTemplates,
} from '@/api/generated/sdk.gen'
import type { MessageOut, ThreadOut } from '@/api/generated/types.gen'

/** A panel that is seen asks so often; the order's stream only makes it sooner (OP-44). */
const PANEL_MS = 5_000
/** Whoever has no thread open hears of a new message so late at most. */
const ELSEWHERE_MS = 10_000
const PAGE_SIZE = 50

/** Who somebody is in the thread of an order. */
export type Party = 'customer' | 'driver'

type Thread = InfiniteData<ThreadOut, string | null>

const threadKey = (orderId: string) => ['messages of an order', orderId] as const
const UNREAD_KEY = ['unread messages'] as const

/** The thread of an order, the newest page first. */
export function threadOptions(orderId: string) {
  return infiniteQueryOptions({
    queryKey: threadKey(orderId),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) }
      const path = { order_id: orderId }
      return (await getThread({ path, query, signal, throwOnError: true })).data
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: PANEL_MS,
  })
}

/** What can be sent with one press. It does not change while a page is open. */
export function templatesOptions(party: Party) {
  return queryOptions({
    queryKey: ['message templates', party],
    queryFn: async ({ signal }) =>
      (await listMessageTemplates({ query: { user_type: party }, signal, throwOnError: true }))
        .data,
    select: ({ templates }) => templates.filter((each) => each.is_active),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** How many messages wait to be read, and in which orders. */
export function unreadOptions() {
  return queryOptions({
    queryKey: UNREAD_KEY,
    queryFn: async ({ signal }) => (await countUnreadMessages({ signal, throwOnError: true })).data,
    staleTime: 0,
    refetchInterval: ELSEWHERE_MS,
  })
}

/** The order's stream said that something was written or read. */
export function messagesMoved(queries: QueryClient, orderId: string): void {
  void queries.invalidateQueries({ queryKey: threadKey(orderId) })
  void queries.invalidateQueries({ queryKey: UNREAD_KEY })
}

/** Puts a message into the thread that the server has just answered with. */
export function addToThread(queries: QueryClient, message: MessageOut): void {
  queries.setQueryData<Thread>(threadKey(message.order_id), (before) => {
    const [newest, ...older] = before?.pages ?? []
    if (!before || !newest) return before
    if (newest.items.some(({ id }) => id === message.id)) return before
    const page = { ...newest, items: [...newest.items, message] }
    return { ...before, pages: [page, ...older] }
  })
}

/** What was written to *party* is read from now on. */
export function markReadInThread(queries: QueryClient, orderId: string, party: Party): void {
  const read = (it: MessageOut) =>
    it.recipient_type === party && !it.is_read ? { ...it, is_read: true } : it
  queries.setQueryData<Thread>(
    threadKey(orderId),
    (before) =>
      before && {
        ...before,
        pages: before.pages.map((page) => ({ ...page, items: page.items.map(read) })),
      },
  )
  void queries.invalidateQueries({ queryKey: UNREAD_KEY })
}

/** How whoever is signed in wants to be reached. */
export function preferencesOptions() {
  return queryOptions({
    queryKey: ['communication preferences'],
    queryFn: async ({ signal }) =>
      (await getCommunicationPreferences({ signal, throwOnError: true })).data,
    staleTime: 0,
  })
}
