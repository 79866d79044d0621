import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import {
  listClaimsOfOrderQueryKey,
  trackByLinkOptions,
  trackOrderOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { LiveOut, OrderStatus } from '@/api/generated/types.gen'
import { messagesMoved } from '@/shared/messaging/queries'
import { nextOrderOptions } from '@/shared/orders/nextOrder'
import { follow, type StreamState } from '@/shared/realtime/realtime'
import type { StreamMessage } from '@/shared/realtime/sse'

/** How often the page asks by itself while the stream cannot be had. */
const POLL_MS = 5_000

/** What is read here of an entry of the order's log. */
type OrderEvent = { at: string }

/** What is read here of an order, whoever looks at it. */
type Followed = { order: { status: OrderStatus; updated_at: string }; live: LiveOut }

export type Connection = { state: StreamState; lastMessageAt: number }

/** An order as it is now, and how well this page hears of it. */
export function useTracking(orderId: string) {
  const options = useMemo(() => trackOrderOptions({ path: { order_id: orderId } }), [orderId])
  const [connection, tell] = useConnection()
  const query = useQuery({ ...options, staleTime: 0, refetchInterval: again(connection) })
  const path = `/api/v1/orders/${encodeURIComponent(orderId)}/events?live=true&messages=true&afterwards=true`
  const keys = useMemo(
    () => [options.queryKey, listClaimsOfOrderQueryKey({ path: { order_id: orderId } })],
    [options, orderId],
  )
  useStream(keys, path, query.data, tell, orderId)
  return { query, connection }
}

/** The same for whoever has a link to the order. */
export function useSharedTracking(orderId: string, token: string) {
  const options = useMemo(
    () => trackByLinkOptions({ path: { order_id: orderId }, query: { token } }),
    [orderId, token],
  )
  const [connection, tell] = useConnection()
  const query = useQuery({ ...options, staleTime: 0, refetchInterval: again(connection) })
  const path = `/api/v1/track/${encodeURIComponent(orderId)}/events?afterwards=true&token=${encodeURIComponent(token)}`
  const keys = useMemo(() => [options.queryKey], [options])
  useStream(keys, path, query.data, tell)
  return { query, connection }
}

export function isFinal(status: OrderStatus): boolean {
  return status === 'completed' || status === 'cancelled'
}

function useConnection() {
  return useState<Connection>({ state: 'connecting', lastMessageAt: Date.now() })
}

function again({ state }: Connection): number | false {
  return state === 'polling' ? POLL_MS : false
}

type Tell = (change: (before: Connection) => Connection) => void

/** For a day after the end there may be news: a proof that comes late, or a delivery that was none. */
const FOLLOWED_AFTERWARDS_MS = 24 * 3_600_000

function isFollowed({ order, live }: Followed): boolean {
  const silence = Date.parse(live.as_of) - Date.parse(order.updated_at)
  return !isFinal(order.status) || silence < FOLLOWED_AFTERWARDS_MS
}

/**
 * From the first answer on, until nothing more is to come. The first key is the order's. Holders of a link
 * hear of no messages.
 */
function useStream(
  keys: QueryKey[],
  path: string,
  data: Followed | undefined,
  tell: Tell,
  withMessagesOf?: string,
) {
  const queries = useQueryClient()
  const hasUpdate = data !== undefined && isFollowed(data)
  useEffect(() => {
    if (hasUpdate) return watch(queries, keys, path, tell, withMessagesOf)
  }, [queries, keys, path, tell, withMessagesOf, hasUpdate])
}

function watch(
  queries: QueryClient,
  keys: QueryKey[],
  path: string,
  tell: Tell,
  withMessagesOf: string | undefined,
): () => void {
  const [orderKey] = keys as [QueryKey]
  const known = () => queries.getQueryData<Followed>(orderKey)
  // The header knows the order too, unless it was reached by a link.
  const updateHeader = () => {
    if (withMessagesOf) void queries.invalidateQueries({ queryKey: nextOrderOptions().queryKey })
  }
  let isOver = false
  const lookAgain = () => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    updateHeader()
  }

  function onMessage({ event, data }: StreamMessage) {
    if (event === 'live') {
      const live = JSON.parse(data) as LiveOut
      queries.setQueryData<Followed>(orderKey, (before) => before && { ...before, live })
    } else if (event === 'order') {
      const { at } = JSON.parse(data) as OrderEvent
      const updated = known()?.order.updated_at
      // A new stream sends everything again, most of which is known.
      if (updated === undefined || Date.parse(at) > Date.parse(updated)) lookAgain()
    } else if (event === 'messages' && withMessagesOf) {
      messagesMoved(queries, withMessagesOf)
    } else if (event === 'end') {
      isOver = true
    }
  }

  updateHeader()
  return follow({
    path,
    onMessage: onMessage,
    onState: (state) => {
      tell((before) => ({ ...before, state }))
      // Whatever the stream was refused for, the page's own question is answered likewise.
      if (state === 'refused' || state === 'ended') lookAgain()
    },
    onActivity: () => tell((before) => ({ ...before, lastMessageAt: Date.now() })),
    onBack: lookAgain,
    isOver: () => isOver,
  })
}
