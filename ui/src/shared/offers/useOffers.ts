import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  listOwnJobsQueryKey,
  listOwnOffersOptions,
  listOwnOffersQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import type { JobOffersOut } from '@/api/generated/types.gen'
import { follow, type StreamState } from '@/shared/realtime/realtime'

/** While the stream cannot be had: an offer stands for half a minute. */
const POLL_MS = 3_000

/** What is offered to the signed-in driver, told by the server as it changes and asked for meanwhile. */
export function useOffers() {
  const queries = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  const query = useQuery({
    ...listOwnOffersOptions(),
    staleTime: 0,
    refetchInterval: state === 'live' || state === 'connecting' ? false : POLL_MS,
  })
  useEffect(() => watch(queries, setState), [queries])
  return query
}

/** The offers as another part of the screen has them. */
export function useKnownOffers() {
  return useQuery({ ...listOwnOffersOptions(), staleTime: Number.POSITIVE_INFINITY })
}

/** The ids of the orders that are on offer, for lists that need not show them a second time. */
export function useOfferedOrders(): ReadonlySet<string> {
  const { data } = useKnownOffers()
  return new Set(data?.items.map(({ order }) => order.id))
}

function watch(queries: QueryClient, onState: (state: StreamState) => void): () => void {
  const lookAgain = () => void queries.invalidateQueries({ queryKey: listOwnOffersQueryKey() })
  return follow({
    path: '/api/v1/drivers/me/offers/events',
    onMessage: ({ event, data }) => {
      if (event !== 'offers') return
      queries.setQueryData<JobOffersOut>(listOwnOffersQueryKey(), JSON.parse(data) as JobOffersOut)
      // What is offered to one alone is a job in hand or an open one too.
      void queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
    },
    onState,
    onBack: lookAgain,
  })
}

/** How far this device's clock is ahead of the server's, as of when the offers came. */
export function useClockAhead(offers: JobOffersOut | undefined, receivedAt: number): number {
  return offers ? receivedAt - Date.parse(offers.as_of) : 0
}
