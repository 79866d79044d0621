import { useState } from 'react'
import type { MapRoute } from './props'

/** The same array for as long as it holds the same routes, however often a screen builds it anew. */
export function useSteadyRoutes(routes: ReadonlyArray<MapRoute>): ReadonlyArray<MapRoute> {
  const [steady, setSteady] = useState(routes)
  if (steady === routes || sameRoutes(steady, routes)) return steady
  setSteady(routes)
  return routes
}

export function sameRoutes(
  some: ReadonlyArray<MapRoute>,
  others: ReadonlyArray<MapRoute>,
): boolean {
  return (
    some.length === others.length &&
    some.every((route, index) => {
      const other = others[index]
      return (
        route.polyline === other?.polyline &&
        route.chosen === other.chosen &&
        route.approximate === other.approximate
      )
    })
  )
}
