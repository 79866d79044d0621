import { skipToken, useQuery } from '@tanstack/react-query'
import { findRoutes } from '@/api/generated/sdk.gen'
import type { RouteOut, StepOut } from '@/api/generated/types.gen'
import { areSamePlace } from './confirmLocations'
import type { Point } from './location'
import { answerOf } from './tooManyRequests'

/** A way by road (MAP-03). An approximate one is an estimate that follows no street. */
export type RouteInfo = RouteOut
export type RouteStep = StepOut

const FRESH_MS = 5 * 60_000

/**
 * The ways from pickup to dropoff, best first; *at* is when somebody sets out, null means now.
 * Nothing is asked while an end is missing or both are one place. Where the engine fails there is
 * no route: a made-up distance would become a made-up price.
 */
export function useRoutes(pickup: Point | null, dropoff: Point | null, at: string | null) {
  const ends = pickup && dropoff && !areSamePlace(pickup, dropoff) ? { pickup, dropoff } : null
  const query = ends && {
    from_lat: ends.pickup.lat,
    from_lng: ends.pickup.lng,
    to_lat: ends.dropoff.lat,
    to_lng: ends.dropoff.lng,
    ...(at === null ? {} : { at }),
  }
  return useQuery({
    queryKey: ['routes', query],
    queryFn: query ? ({ signal }) => answerOf(findRoutes({ query, signal })) : skipToken,
    staleTime: FRESH_MS,
    meta: { forAnybody: true },
  })
}
