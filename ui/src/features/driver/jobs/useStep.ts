import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  getOwnFiguresQueryKey,
  listOwnJobsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import type { OrderOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'
import { STEPS, type Step } from './steps'

/**
 * Takes steps of one job. Without a connection a step waits for it; a step that was asked for
 * twice because an answer was lost is taken once.
 */
export function useStep(order: Pick<OrderOut, 'id'>) {
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const { mutate, isPending, isPaused, variables } = useMutation({
    mutationFn: ({ step, key }: { step: Step; key: string }): Promise<unknown> =>
      STEPS[step].ask({
        path: { order_id: order.id },
        headers: { 'Idempotency-Key': key },
        throwOnError: true,
      }),
    retry: (failures, error) => failures < 2 && isLost(error),
    retryDelay: 1_000,
    onSuccess: (_, { step }) => toast.success(STEPS[step].done, { id: `job-${order.id}` }),
    onError: (error, { step }) =>
      toast.error(`${STEPS[step].failed}${sentenceOf(error)}`, { id: `job-${order.id}` }),
    // Pending until the list shows what came of it, so that the next step is never a stale one.
    onSettled: () => {
      isBusy.current = false
      void queries.invalidateQueries({ queryKey: getOwnFiguresQueryKey() })
      return queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
    },
  })
  const take = (step: Step) => {
    if (isBusy.current) return
    isBusy.current = true
    mutate({ step, key: crypto.randomUUID() })
  }
  return { take, taking: isPending ? variables.step : undefined, isWaiting: isPaused }
}

/** Whether nobody answered: what the server refused it refuses again. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError
}
