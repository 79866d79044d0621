import { useQuery } from '@tanstack/react-query'
import { isWorthRetrying } from '@/api/problem'
import { BookingFailed, type BookingState, paymentOf } from '../booking'
import type { Draft } from '../draft/draft'

/**
 * The payment of the draft's order. Opening it has an effect, but the same draft has the same
 * order and the same payment however often it is asked, so it is read like a question. A price that
 * was *renewed* is a reason to ask again.
 */
export function usePayment(
  draft: Draft,
  state: BookingState,
  renewed: string | undefined,
  enabled: boolean,
) {
  const { contact, details, offer, photos, priced } = draft
  return useQuery({
    queryKey: [
      'payment',
      priced?.request,
      offer?.driver_id,
      contact,
      details.description,
      photos,
      renewed,
    ],
    queryFn: () => paymentOf(state),
    enabled,
    retry: (failures, error) =>
      failures < 1 && error instanceof BookingFailed && isWorthRetrying(error.cause),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}
