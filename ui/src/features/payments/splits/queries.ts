import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getAllSplitAnalyticsOptions,
  getSplitAnalyticsOptions,
  listAllSplitsInfiniteOptions,
  listSplitsInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import { retrySplit } from '@/api/generated/sdk.gen'
import type { SplitOut, SplitStatus } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { splitsRefetchInterval } from '@/api/refetchIntervals'
import { toast } from '@/components/toast'

const PAGE_SIZE = 20

/** Splits of what one paid for or drove; with *showAll* everybody's as they are narrowed. Newest first. */
export function useSplits(
  showAll: boolean,
  wanted: { status?: SplitStatus; search?: string } = {},
) {
  const { status, search } = wanted
  const paged = {
    initialPageParam: { query: {} },
    getNextPageParam: (last: { next: string | null }) =>
      last.next ? { query: { cursor: last.next } } : undefined,
    select: (data: { pages: { items: SplitOut[] }[] }): SplitOut[] =>
      data.pages.flatMap((page) => page.items),
    refetchInterval: splitsRefetchInterval,
  }
  const own = useInfiniteQuery({
    ...listSplitsInfiniteOptions({ query: { limit: PAGE_SIZE } }),
    ...paged,
    enabled: !showAll,
  })
  const all = useInfiniteQuery({
    ...listAllSplitsInfiniteOptions({
      query: { limit: PAGE_SIZE, ...(status && { status }), ...(search && { search }) },
    }),
    ...paged,
    enabled: showAll,
  })
  return showAll ? all : own
}

/** Figures of the last 30 days (SPL-06, SPL-07). */
export function useAnalytics(showAll: boolean, enabled: boolean) {
  const own = useQuery({ ...getSplitAnalyticsOptions(), enabled: enabled && !showAll })
  const all = useQuery({ ...getAllSplitAnalyticsOptions(), enabled: enabled && showAll })
  return showAll ? all : own
}

/** Has a failed split tried again; twice at once is once (SPL-04). */
export function useRetry() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (split: SplitOut) => {
      await retrySplit({
        path: { payment_id: split.payment_intent_id },
        headers: { 'Idempotency-Key': `retry-${split.id}-${split.attempts}` },
        throwOnError: true,
      })
    },
    onSuccess: () => {
      toast.success('Payment split retry initiated successfully!', { id: 'split' })
      void queries.invalidateQueries()
    },
    onError: (error) => toast.error(`Retry failed: ${sentenceOf(error)}`, { id: 'split' }),
  })
}
