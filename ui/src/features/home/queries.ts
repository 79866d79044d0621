import { useQuery } from '@tanstack/react-query'
import { listServicesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { ServiceOut } from '@/api/generated/types.gen'

export type { ServiceOut as Service }

export function useServices() {
  return useQuery({ ...listServicesOptions(), staleTime: 5 * 60_000 })
}
