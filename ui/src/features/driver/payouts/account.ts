import { useMutation } from '@tanstack/react-query'
import { createPayoutDashboardLink, createPayoutOnboardingLink } from '@/api/generated/sdk.gen'
import { sentenceOf } from '@/api/problem'
import { departure } from '@/auth/departure'
import { toast } from '@/components/toast'

const FAILED = { id: 'payout-account' }

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
