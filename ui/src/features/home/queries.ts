import { useQuery } from '@tanstack/react-query'
import { listServicesOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { Service } from '@/api/generated/types.gen'

export type { Service }

export function useServices() {
  return useQuery({ ...listServicesOptions(), staleTime: 5 * 60_000 })
}
