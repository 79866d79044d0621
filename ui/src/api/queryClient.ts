import { QueryClient } from '@tanstack/react-query'
import { authorizedFetch } from './authorizedFetch'
import { client } from './generated/client.gen'
import { isWorthRetrying } from './problem'
import { accessToken } from './sessionStore'

client.setConfig({
  // Everything is served from one origin, so the page's own is the only base there is.
  baseUrl: globalThis.location?.origin ?? '',
  auth: async () => (await accessToken()) ?? undefined,
  fetch: authorizedFetch as typeof fetch,
})

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

/** Drops what was fetched for somebody; queries marked `meta: { forAnybody: true }` stay. */
export function cleared(queries: QueryClient): void {
  const personal = { predicate: (query: { meta?: object }) => !isForAnybody(query.meta) }
  queries.removeQueries({ ...personal, type: 'inactive' })
  void queries.resetQueries(personal)
  queries.getMutationCache().clear()
}

function isForAnybody(meta: object | undefined): boolean {
  return meta !== undefined && 'forAnybody' in meta && meta.forAnybody === true
}
