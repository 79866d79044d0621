import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from '@/api/problem'
import '@/auth/apiClient'

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        retryDelay: 400,
      },
    },
  })
}
