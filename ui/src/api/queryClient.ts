import { QueryClient } from '@tanstack/react-query'
import { client } from './generated/client.gen'
import { isWorthRetrying } from './problem'

// Everything is served from one origin, so the page's own is the only base there is.
client.setConfig({ baseUrl: globalThis.location?.origin ?? '' })

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
