import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  getLatestReconciliationOptions,
  listPaymentDifferencesInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import {
  acceptPaymentDifference,
  reconcilePayments,
  resendRefund,
  withdrawRefund,
} from '@/api/generated/sdk.gen'
import type { DifferenceOut, ReconciliationRunOut } from '@/api/generated/types.gen'

const PAGE_SIZE = 20

/** Where our books differ from the card provider's, newest first. */
export function useDifferences() {
  return useInfiniteQuery({
    ...listPaymentDifferencesInfiniteOptions({ query: { limit: PAGE_SIZE } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): DifferenceOut[] => data.pages.flatMap((page) => page.items),
  })
}

/** Ours: how often a comparison that is under way is asked after. */
const LOOK_AGAIN_MS = 2_000

export function isRunning(run: ReconciliationRunOut | null | undefined): boolean {
  return run?.state === 'waiting' || run?.state === 'running'
}

/** The latest comparison with the card provider; once one ends, the differences are asked for anew. */
export function useLatestRun() {
  const queries = useQueryClient()
  const latest = useQuery({
    ...getLatestReconciliationOptions(),
    refetchInterval: ({ state }) => (isRunning(state.data?.run) ? LOOK_AGAIN_MS : false),
  })
  const underWay = isRunning(latest.data?.run)
  const wasUnderWay = useRef(false)
  useEffect(() => {
    if (wasUnderWay.current && !underWay) void queries.invalidateQueries()
    wasUnderWay.current = underWay
  }, [queries, underWay])
  return latest
}

/** Has a job compare, and repair what asking the provider can repair. */
export function useReconcile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => (await reconcilePayments({ body: {}, throwOnError: true })).data,
    onSuccess: () => void queries.invalidateQueries(),
  })
}

export function useResend() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (refundId: string) =>
      (await resendRefund({ path: { refund_id: refundId }, throwOnError: true })).data,
    onSuccess: () => void queries.invalidateQueries(),
  })
}

/** Closes a difference that is to stay as it is. */
export function useAccept(differenceId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (reason: string) => {
      const { data } = await acceptPaymentDifference({
        path: { difference_id: differenceId },
        body: { reason },
        throwOnError: true,
      })
      return data
    },
    onSuccess: () => void queries.invalidateQueries(),
  })
}

/** Withdraws a refund; one dialog is one request, and keeps its key however often it is pressed. */
export function useWithdraw(refundId: string) {
  const queries = useQueryClient()
  const unanswered = useRef<{ of: string; key: string } | null>(null)
  return useMutation({
    mutationFn: async (reason: string) => {
      if (unanswered.current?.of !== reason)
        unanswered.current = { of: reason, key: crypto.randomUUID() }
      const { data } = await withdrawRefund({
        path: { refund_id: refundId },
        body: { reason },
        headers: { 'Idempotency-Key': unanswered.current.key },
        throwOnError: true,
      })
      return data
    },
    onSuccess: () => void queries.invalidateQueries(),
  })
}
