import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getOwnFiguresQueryKey,
  getSplitAnalyticsOptions,
  getSplitAnalyticsQueryKey,
  listSplitsInfiniteOptions,
  listSplitsInfiniteQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { retrySplit } from '@/api/generated/sdk.gen'
import type { SplitOut } from '@/api/generated/types.gen'
import { codeOf, sentenceOf } from '@/api/problem'
import { FIGURES_REFETCH_MS, splitsRefetchInterval } from '@/api/refetchIntervals'
import { toast } from '@/components/toast'

const PAGE_SIZE = 20
const WANTED = { query: { limit: PAGE_SIZE } }

/** What each job paid, newest first, as far as it was asked for. */
export function useSplits() {
  return useInfiniteQuery({
    ...listSplitsInfiniteOptions(WANTED),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): SplitOut[] => data.pages.flatMap((page) => page.items),
    // A delivery on another screen makes an estimate a share.
    staleTime: 0,
    refetchInterval: splitsRefetchInterval,
  })
}

/** The figures of the last 30 days. */
export function useAnalytics() {
  return useQuery({
    ...getSplitAnalyticsOptions(),
    staleTime: 0,
    refetchInterval: FIGURES_REFETCH_MS,
  })
}

/** Has the driver's part of a payment sent again (SPL-04). */
export function useRetry(split: SplitOut) {
  const queries = useQueryClient()
  const options = { id: `split-${split.id}` }
  return useMutation({
    mutationFn: (key: string) =>
      retrySplit({
        path: { payment_id: split.payment_intent_id },
        headers: { 'Idempotency-Key': key },
        throwOnError: true,
      }),
    onSuccess: () => toast.success('Payment split retry initiated successfully!', options),
    onError: (error) => toast.error(errorOf(error), options),
    onSettled: () =>
      Promise.all(
        [
          listSplitsInfiniteQueryKey(WANTED),
          getSplitAnalyticsQueryKey(),
          getOwnFiguresQueryKey(),
        ].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
}

/** A split that cannot be retried is named in a sentence of its own; all else is a failure. */
function errorOf(error: unknown): string {
  const isNone = ['split_not_found', 'split_not_failed'].includes(codeOf(error) ?? '')
  return isNone ? sentenceOf(error) : `Retry failed: ${sentenceOf(error)}`
}
