import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getPayoutEligibilityQueryKey,
  getTaxpayerOptions,
  getTaxpayerQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { certifyW9 } from '@/api/generated/sdk.gen'
import type { W9FormIn } from '@/api/generated/types.gen'

export function useTaxpayer(driverId: string) {
  return useQuery(getTaxpayerOptions({ path: { driver_id: driverId } }))
}

/** Signs a form; what is withheld of payouts may change with it. The number is remembered nowhere. */
export function useCertify(driverId: string) {
  const queries = useQueryClient()
  const path = { driver_id: driverId }
  return useMutation({
    mutationFn: async (body: W9FormIn) =>
      (await certifyW9({ path, body, throwOnError: true })).data,
    gcTime: 0,
    onSuccess: (taxpayer) => {
      queries.setQueryData(getTaxpayerQueryKey({ path }), taxpayer)
      void queries.invalidateQueries({ queryKey: getPayoutEligibilityQueryKey({ path }) })
    },
  })
}
