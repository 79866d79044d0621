import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import {
  getOwnFiguresQueryKey,
  listOwnJobsQueryKey,
  listOwnOffersQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { acceptOrder, declineOrder } from '@/api/generated/sdk.gen'
import type { JobOfferOut } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { toast } from '@/components/toast'

const ASK = { accept: acceptOrder, decline: declineOrder }
export type Answer = keyof typeof ASK

/** The driver's yes or no to an offer; one that is repeated because its answer was lost counts once. */
export function useAnswer({ order }: JobOfferOut) {
  const queries = useQueryClient()
  const isBusy = useRef(false)
  const { mutate, isPending, isPaused, variables } = useMutation({
    mutationFn: async ({ answer, key }: { answer: Answer; key: string }) => {
      await ASK[answer]({
        path: { order_id: order.id },
        headers: { 'Idempotency-Key': key },
        throwOnError: true,
      })
    },
    retry: (failures, error) => failures < 2 && error instanceof TypeError,
    retryDelay: 1_000,
    onSuccess: (_, { answer }) => {
      if (answer === 'accept') toast.success('The job is yours.', { id: `job-${order.id}` })
    },
    onError: (error) => toast.error(sentenceOf(error), { id: `job-${order.id}` }),
    onSettled: () => {
      isBusy.current = false
      void queries.invalidateQueries({ queryKey: getOwnFiguresQueryKey() })
      return Promise.all([
        queries.invalidateQueries({ queryKey: listOwnOffersQueryKey() }),
        queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() }),
      ])
    },
  })
  const give = (answer: Answer) => {
    if (isBusy.current) return
    isBusy.current = true
    mutate({ answer, key: crypto.randomUUID() })
  }
  return { give, giving: isPending ? variables.answer : undefined, isWaiting: isPaused }
}
