import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  listBookedOrdersInfiniteQueryKey,
  rateOrderMutation,
  trackOrderOptions,
} from '@/api/generated/@tanstack/react-query.gen'

/** Sends a rating, after which the order and the list of orders say that it was given. */
export function useRating(orderId: string) {
  const queries = useQueryClient()
  const path = { order_id: orderId }
  const mutation = useMutation({
    ...rateOrderMutation(),
    // The list of orders shows the driver's rating, and who is asked for one.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: trackOrderOptions({ path }).queryKey }),
        queries.invalidateQueries({ queryKey: listBookedOrdersInfiniteQueryKey() }),
      ]),
  })
  return {
    ...mutation,
    mutateAsync: (body: { stars: number; feedback: string }) =>
      mutation.mutateAsync({
        path,
        body,
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      }),
  }
}
