import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { calculateFare } from '@/api/generated/sdk.gen'
import type { CalculatedFareOut, FareIn, FareOut } from '@/api/generated/types.gen'

export type { CalculatedFareOut as CalculatedFare, FareOut as Fare }
export type Trip = Required<Omit<FareIn, 'peak' | 'poor_weather' | 'dropoff'>>
export type Dropoff = NonNullable<FareIn['dropoff']>
export type Conditions = Required<Pick<FareIn, 'peak' | 'poor_weather'>>

const CALM: Conditions = { peak: false, poor_weather: false }

/**
 * A fare is a question, although it is asked with POST: the same trip has the same answer, so it
 * is cached like one, and a trip that is no longer asked about takes its request with it.
 */
export function fareOptions(trip: Trip, conditions: Conditions = CALM, dropoff?: Dropoff) {
  return queryOptions({
    queryKey: ['fare', trip, conditions, dropoff],
    queryFn: async ({ signal }) => {
      const { data } = await calculateFare({
        body: { ...trip, ...conditions, dropoff },
        signal,
        throwOnError: true,
      })
      return data
    },
    staleTime: 5 * 60_000,
  })
}

/** The last answer stays on screen while the next one is on its way. Tax depends on the dropoff. */
export function useFare(trip: Trip, conditions?: Conditions, dropoff?: Dropoff) {
  return useQuery({ ...fareOptions(trip, conditions, dropoff), placeholderData: keepPreviousData })
}
