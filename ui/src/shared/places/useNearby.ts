import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Point } from './location'
import { type LocatingLimits, type LocationPermission, locate } from './useCurrentLocation'

const POSITION = ['current-position']

/**
 * Where suggestions should lie: what the screen says, else where the device is. The device is asked
 * once its field is in use, and only under a permission that was given before.
 */
export function useNearby(
  near: Point | null,
  permission: LocationPermission,
  limits: LocatingLimits,
) {
  const [wanted, setWanted] = useState(false)
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: POSITION,
    queryFn: () => locate(limits),
    enabled: wanted && near === null && permission === 'granted',
    staleTime: limits.maximumAgeMs,
    networkMode: 'always',
    retry: false,
  })
  const point = near ?? data
  return {
    point: point ? roughly(point) : null,
    wanted: () => setWanted(true),
    remember: (position: Point) => queries.setQueryData(POSITION, position),
  }
}

/** About a kilometre: plenty against a bias of 50 km, and nobody's front door. */
function roughly({ lat, lng }: Point): Point {
  return { lat: Math.round(lat * 100) / 100, lng: Math.round(lng * 100) / 100 }
}
