import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  getBookedFiguresOptions,
  listBookedOrdersInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { BookedOrderOut } from '@/api/generated/types.gen'

const PAGE_SIZE = 20
/** Orders move by themselves; whoever wants to see one move opens its tracking. */
const LOOK_AGAIN_MS = 30_000

/** What the person has booked, newest first, as far as it was asked for. */
export function useBookedOrders() {
  return useInfiniteQuery({
    ...listBookedOrdersInfiniteOptions({ query: { limit: PAGE_SIZE } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): BookedOrderOut[] => data.pages.flatMap((page) => page.items),
    refetchInterval: LOOK_AGAIN_MS,
  })
}

export function useFigures() {
  return useQuery({ ...getBookedFiguresOptions(), refetchInterval: LOOK_AGAIN_MS })
}
