import { queryOptions, useQuery } from '@tanstack/react-query'
import { getStatusOptions } from './generated/@tanstack/react-query.gen'

/** How the marketplace runs does not change while a page is open. */
export function statusOptions() {
  return queryOptions({
    ...getStatusOptions(),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { forAnybody: true },
  })
}

export function useMarketplaceStatus() {
  return useQuery(statusOptions()).data
}
