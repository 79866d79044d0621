import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import {
  getOrderHistoryOptions,
  listAllOrdersInfiniteOptions,
  listCandidatesOptions,
  reassignOrderMutation,
  releaseOrderMutation,
} from '@/api/generated/@tanstack/react-query.gen'
import type { OverseenOrderOut } from '@/api/generated/types.gen'
import { toast } from '@/components/toast'
import { type OrdersSearch, questionOf } from './search'

/** ADM-01: so many recent orders are shown before somebody asks for more. */
const RECENT = 10
/** ADM-02. */
const LOOK_AGAIN_MS = 30_000
/** Drivers are asked for half a minute each: details that are open follow that. */
const DETAILS_AGAIN_MS = 5_000

/** Everybody's orders, newest first. */
export function useOrders(search: OrdersSearch) {
  return useInfiniteQuery({
    ...listAllOrdersInfiniteOptions({ query: { limit: RECENT, ...questionOf(search) } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): OverseenOrderOut[] => data.pages.flatMap((page) => page.items),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
  })
}

export function useHistory(orderId: string) {
  return useQuery({
    ...getOrderHistoryOptions({ path: { order_id: orderId } }),
    refetchInterval: DETAILS_AGAIN_MS,
  })
}

/** Drivers around the pickup, or those whom *search* finds. */
export function useCandidates(orderId: string, search: string) {
  return useQuery({
    ...listCandidatesOptions({ path: { order_id: orderId }, query: { search } }),
    staleTime: 0,
    refetchInterval: DETAILS_AGAIN_MS,
    placeholderData: keepPreviousData,
  })
}

export function useReassign(onDone: () => void) {
  return useMutation({
    ...reassignOrderMutation(),
    ...useAfter('Reassigned. The customer and the drivers are told.', onDone),
  })
}

export function useRelease(onDone: () => void) {
  return useMutation({
    ...releaseOrderMutation(),
    ...useAfter('Other drivers are being asked now.', onDone),
  })
}

function useAfter(notice: string, onDone: () => void) {
  const queries = useQueryClient()
  return {
    onSuccess: () => {
      toast.success(notice, { id: 'order' })
      onDone()
    },
    onSettled: () => void queries.invalidateQueries(),
  }
}
