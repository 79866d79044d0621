import { useQuery } from '@tanstack/react-query'
import { getPayoutAccountOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { PayoutAccountOut } from '@/api/generated/types.gen'
import { codeOf } from '@/api/problem'

/** As the documents say it (OUT-32). */
export const NO_ACCOUNT = 'Driver does not have a Stripe Connect account'

/** The provider decides within seconds or days; until it has, it is asked again and again. */
const UNREADY_AGAIN_MS = 15_000

/** A driver's account at the payment provider; null where there is none. */
export function usePayoutAccount(driverId: string) {
  const options = getPayoutAccountOptions({ path: { driver_id: driverId } })
  const ask = options.queryFn
  return useQuery<PayoutAccountOut | null>({
    queryKey: options.queryKey,
    queryFn: async (context) => {
      try {
        return await (ask as (asked: typeof context) => Promise<PayoutAccountOut>)(context)
      } catch (error) {
        if (codeOf(error) === 'no_connected_account') return null
        throw error
      }
    },
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data && state.data.status !== 'active' ? UNREADY_AGAIN_MS : false,
  })
}
