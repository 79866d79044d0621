import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  getOwnFiguresQueryKey,
  listOwnJobsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { acceptOrder } from '@/api/generated/sdk.gen'
import type { OrderOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'

/**
 * Takes an open job. Without a connection it waits for it; one that was asked for twice because an
 * answer was lost is taken once.
 */
export function useAccept({ id: orderId, number }: Pick<OrderOut, 'id' | 'number'>) {
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const { mutate, isPending, isPaused } = useMutation({
    mutationFn: (key: string) =>
      acceptOrder({
        path: { order_id: orderId },
        headers: { 'Idempotency-Key': key },
        throwOnError: true,
      }),
    retry: (failures, error) => failures < 2 && isLost(error),
    retryDelay: 1_000,
    onSuccess: () => toast.success(`Order #${number} is yours.`, { id: `job-${orderId}` }),
    onError: (error) =>
      toast.error(`Order #${number}: ${sentenceOf(error)}`, { id: `job-${orderId}` }),
    // Pending until the list shows what came of it, so that nobody takes a job twice.
    onSettled: () => {
      isBusy.current = false
      void queries.invalidateQueries({ queryKey: getOwnFiguresQueryKey() })
      return queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
    },
  })
  const accept = () => {
    if (isBusy.current) return
    isBusy.current = true
    mutate(crypto.randomUUID())
  }
  return { accept, isAccepting: isPending, isWaiting: isPaused }
}

/** Whether nobody answered: what the server refused it refuses again. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError
}
