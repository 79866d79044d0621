import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { trackByLinkOptions, trackOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { LiveOut, OrderStatus, ProofOut } from '@/api/generated/types.gen'
import { follow, type StreamState } from '@/api/realtime'
import type { StreamMessage } from '@/api/sse'
import { messagesMoved } from '@/components/messaging/queries'

/** How often the page asks by itself while the stream cannot be had. */
const POLL_MS = 5_000

/** What is read here of an entry of the order's log. */
type OrderEvent = { at: string; status: OrderStatus }

/** What is read here of an order, whoever looks at it. */
type Followed = {
  order: { status: OrderStatus; updated_at: string; completed_at: string | null }
  live: LiveOut
  delivery_proof: ProofOut | null
}

export type Connection = { state: StreamState; heardAt: number }

/** An order as it is now, and how well this page hears of it. */
export function useTracking(orderId: string) {
  const options = useMemo(() => trackOrderOptions({ path: { order_id: orderId } }), [orderId])
  const [connection, tell] = useConnection()
  const query = useQuery({ ...options, staleTime: 0, refetchInterval: again(connection) })
  const path = `/api/v1/orders/${encodeURIComponent(orderId)}/events?live=true&messages=true`
  useStream(options.queryKey, path, query.data, tell, orderId)
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
  const path = `/api/v1/track/${encodeURIComponent(orderId)}/events?token=${encodeURIComponent(token)}`
  useStream(options.queryKey, path, query.data, tell)
  return { query, connection }
}

export function isFinal(status: OrderStatus): boolean {
  return status === 'completed' || status === 'cancelled'
}

function useConnection() {
  return useState<Connection>({ state: 'connecting', heardAt: Date.now() })
}

/** Where the circle round the door ended the delivery, the driver signs a little later. */
const PROOF_POLL_MS = 2_000
const PROOF_AWAITED_MS = 10 * 60_000

function again({ state }: Connection) {
  return ({ state: { data } }: { state: { data: Followed | undefined } }): number | false => {
    if (data && isProofAwaited(data)) return PROOF_POLL_MS
    return state === 'polling' ? POLL_MS : false
  }
}

function isProofAwaited({ order, live, delivery_proof }: Followed): boolean {
  if (order.status !== 'completed' || delivery_proof || !order.completed_at) return false
  return Date.parse(live.as_of) - Date.parse(order.completed_at) < PROOF_AWAITED_MS
}

type Tell = (change: (before: Connection) => Connection) => void

/** From the first answer on, until the order has ended. Holders of a link hear of no messages. */
function useStream(
  queryKey: QueryKey,
  path: string,
  data: Followed | undefined,
  tell: Tell,
  withMessagesOf?: string,
) {
  const queries = useQueryClient()
  const isKnown = data !== undefined
  const hasEnded = data !== undefined && isFinal(data.order.status)
  useEffect(() => {
    if (!isKnown || hasEnded) return
    return watch(queries, queryKey, path, tell, withMessagesOf)
  }, [queries, queryKey, path, tell, withMessagesOf, isKnown, hasEnded])
}

function watch(
  queries: QueryClient,
  queryKey: QueryKey,
  path: string,
  tell: Tell,
  withMessagesOf: string | undefined,
): () => void {
  const known = () => queries.getQueryData<Followed>(queryKey)
  let isOver = false
  const lookAgain = () => void queries.invalidateQueries({ queryKey })

  function hear({ event, data }: StreamMessage) {
    if (event === 'live') {
      const live = JSON.parse(data) as LiveOut
      queries.setQueryData<Followed>(queryKey, (before) => before && { ...before, live })
    } else if (event === 'order') {
      const { at, status } = JSON.parse(data) as OrderEvent
      isOver = isFinal(status)
      const updated = known()?.order.updated_at
      // A new stream tells the whole story again, most of which is known.
      if (updated === undefined || Date.parse(at) > Date.parse(updated)) lookAgain()
    } else if (event === 'messages' && withMessagesOf) {
      messagesMoved(queries, withMessagesOf)
    }
  }

  return follow({
    path,
    onMessage: hear,
    onState: (state) => {
      tell((before) => ({ ...before, state }))
      // Whatever the stream was refused for, the page's own question is answered likewise.
      if (state === 'refused' || state === 'ended') lookAgain()
    },
    onHeard: () => tell((before) => ({ ...before, heardAt: Date.now() })),
    onBack: lookAgain,
    isOver: () => isOver,
  })
}
