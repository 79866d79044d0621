import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { calculateFare } from '@/api/generated/sdk.gen'
import type { FareIn, FareOut } from '@/api/generated/types.gen'

export type { FareOut as Fare }
export type Trip = Required<Omit<FareIn, 'peak' | 'poor_weather'>>

/**
 * A fare is a question, although it is asked with POST: the same trip has the same answer, so it
 * is cached like one, and a trip that is no longer asked about takes its request with it.
 */
export function fareOptions(trip: Trip) {
  return queryOptions({
    queryKey: ['fare', trip],
    queryFn: async ({ signal }) => {
      const { data } = await calculateFare({
        body: { ...trip, peak: false, poor_weather: false },
        signal,
        throwOnError: true,
      })
      return data
    },
    staleTime: 5 * 60_000,
  })
}

/** The last answer stays on screen while the next one is on its way. */
export function useFare(trip: Trip) {
  return useQuery({ ...fareOptions(trip), placeholderData: keepPreviousData })
}
