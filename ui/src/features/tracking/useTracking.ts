import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { trackOrderOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { LiveOut, OrderStatus, TrackingOut } from '@/api/generated/types.gen'
import { follow, type StreamState } from '@/api/realtime'
import type { StreamMessage } from '@/api/sse'

/** How often the page asks by itself while the stream cannot be had. */
const POLL_MS = 5_000

/** What is read here of an entry of the order's log. */
type OrderEvent = { at: string; status: OrderStatus }

export type Connection = { state: StreamState; heardAt: number }

/** An order as it is now, and how well this page hears of it. */
export function useTracking(orderId: string) {
  const queries = useQueryClient()
  const [connection, setConnection] = useState<Connection>({
    state: 'connecting',
    heardAt: Date.now(),
  })
  const query = useQuery({
    ...trackOrderOptions({ path: { order_id: orderId } }),
    staleTime: 0,
    refetchInterval: connection.state === 'polling' ? POLL_MS : false,
  })
  const isKnown = query.data !== undefined
  const hasEnded = query.data !== undefined && isFinal(query.data.order.status)
  useEffect(() => {
    if (!isKnown || hasEnded) return
    return watch(queries, orderId, setConnection)
  }, [queries, orderId, isKnown, hasEnded])
  return { query, connection }
}

export function isFinal(status: OrderStatus): boolean {
  return status === 'completed' || status === 'cancelled'
}

function watch(
  queries: QueryClient,
  orderId: string,
  tell: (change: (before: Connection) => Connection) => void,
): () => void {
  const { queryKey } = trackOrderOptions({ path: { order_id: orderId } })
  const known = () => queries.getQueryData<TrackingOut>(queryKey)
  let isOver = false
  const lookAgain = () => void queries.invalidateQueries({ queryKey })

  function hear({ event, data }: StreamMessage) {
    if (event === 'live') {
      const live = JSON.parse(data) as LiveOut
      queries.setQueryData<TrackingOut>(queryKey, (before) => before && { ...before, live })
    } else if (event === 'order') {
      const { at, status } = JSON.parse(data) as OrderEvent
      isOver = isFinal(status)
      const updated = known()?.order.updated_at
      // A new stream tells the whole story again, most of which is known.
      if (updated === undefined || Date.parse(at) > Date.parse(updated)) lookAgain()
    }
  }

  return follow({
    path: `/api/v1/orders/${encodeURIComponent(orderId)}/events?live=true`,
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
