import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { calculateFare } from '@/api/generated/sdk.gen'
import type { FareIn, FareOut } from '@/api/generated/types.gen'

export type { FareOut as Fare }
export type Trip = Required<Omit<FareIn, 'peak' | 'poor_weather'>>
export type Conditions = Required<Pick<FareIn, 'peak' | 'poor_weather'>>

const CALM: Conditions = { peak: false, poor_weather: false }

/**
 * A fare is a question, although it is asked with POST: the same trip has the same answer, so it
 * is cached like one, and a trip that is no longer asked about takes its request with it.
 */
export function fareOptions(trip: Trip, conditions: Conditions = CALM) {
  return queryOptions({
    queryKey: ['fare', trip, conditions],
    queryFn: async ({ signal }) => {
      const { data } = await calculateFare({
        body: { ...trip, ...conditions },
        signal,
        throwOnError: true,
      })
      return data
    },
    staleTime: 5 * 60_000,
  })
}

/** The last answer stays on screen while the next one is on its way. */
export function useFare(trip: Trip, conditions?: Conditions) {
  return useQuery({ ...fareOptions(trip, conditions), placeholderData: keepPreviousData })
}
