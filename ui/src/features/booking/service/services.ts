import { useQuery } from '@tanstack/react-query'
import { listServicesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ServiceOut } from '@/api/generated/types.gen'

export type { ServiceOut as Service }

/** The two sizes of the wizard (OP-06). */
export const SERVICE_NAME = {
  small: 'Small Items',
  large: 'Large Items',
} satisfies Record<ServiceOut['item_class'], string>

/** What is on offer and at which 'starting at' price; the same for everybody. */
export function useServices() {
  return useQuery({
    ...listServicesOptions(),
    staleTime: 5 * 60_000,
    meta: { forAnybody: true },
  })
}
