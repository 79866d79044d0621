import { useMutation, useQuery } from '@tanstack/react-query'
import { getPayoutAccountOptions } from '@/api/generated/@tanstack/react-query.gen'
import { createPayoutDashboardLink, createPayoutOnboardingLink } from '@/api/generated/sdk.gen'
import type { PayoutAccountOut } from '@/api/generated/types.gen'
import { codeOf, sentenceOf } from '@/api/problem'
import { departure } from '@/auth/departure'
import { toast } from '@/components/toast'

/** The provider decides within seconds or days; until it has, the driver looks again and again. */
const UNREADY_AGAIN_MS = 15_000
const FAILED = { id: 'payout-account' }

/** The driver's account at the payment provider; null where there is none. */
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

/** Leaves for the provider's form, which leads back to the earnings. */
export function useOnboarding(driverId: string) {
  return useMutation({
    mutationFn: async () => {
      const path = { driver_id: driverId }
      const { data } = await createPayoutOnboardingLink({ path, throwOnError: true })
      departure.leaveFor(data.url)
    },
    onError: (error) => toast.error(sentenceOf(error), FAILED),
  })
}

/** Opens the provider's own pages in a new tab (OUT-33). */
export function useProviderDashboard(driverId: string) {
  return useMutation({
    mutationFn: async () => {
      const tab = departure.openTab()
      try {
        const path = { driver_id: driverId }
        const { data } = await createPayoutDashboardLink({ path, throwOnError: true })
        if (tab) tab.location.href = data.url
        else departure.leaveFor(data.url)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onError: (error) => toast.error(sentenceOf(error), FAILED),
  })
}
