import { useEffect, useState } from 'react'
import type { Point } from './location'

/** How long a position may take, and how old a remembered one may be (MAP-29). */
export interface LocatingLimits {
  timeoutMs: number
  maximumAgeMs: number
}

export const LOCATING: LocatingLimits = { timeoutMs: 10_000, maximumAgeMs: 300_000 }
/** The wizard's own: people in the middle of a booking wait less and have hardly moved. */
export const LOCATING_IN_WIZARD: LocatingLimits = { timeoutMs: 5_000, maximumAgeMs: 600_000 }

/** 'unknown' is a browser that does not tell before it is asked (MAP-25). */
export type LocationPermission = 'unknown' | 'prompt' | 'granted' | 'denied'

export type LocatingFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported'

export const LOCATING_SENTENCE = {
  denied: 'Location access denied. Please enable location access in your browser settings.',
  unavailable: 'Location information is unavailable.',
  timeout: 'Location request timed out.',
  unsupported: 'Geolocation is not supported by this browser',
} satisfies Record<LocatingFailure, string>

/** What stands beside the field while the browser refuses without asking (MAP-27). */
export const STILL_DENIED =
  'Location access denied. Please enable location access in your browser settings and refresh the page.'

export class CouldNotLocate extends Error {
  constructor(readonly failure: LocatingFailure) {
    super(LOCATING_SENTENCE[failure])
  }
}

const FAILURE_OF_CODE: Record<number, LocatingFailure> = {
  1: 'denied',
  2: 'unavailable',
  3: 'timeout',
}

/** Where the device is. Asks for permission, so it is called by a click or where it was granted. */
export function locate({ timeoutMs, maximumAgeMs }: LocatingLimits): Promise<Point> {
  if (!navigator.geolocation) return Promise.reject(new CouldNotLocate('unsupported'))
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      ({ code }) => reject(new CouldNotLocate(FAILURE_OF_CODE[code] ?? 'unavailable')),
      { timeout: timeoutMs, maximumAge: maximumAgeMs },
    )
  })
}

/** The browser's own word on the permission, followed while it changes. Asks nobody. */
export function useLocationPermission(): LocationPermission {
  const [permission, setPermission] = useState<LocationPermission>('unknown')
  useEffect(() => {
    let status: PermissionStatus | undefined
    let left = false
    const follow = () => setPermission(status?.state ?? 'unknown')
    navigator.permissions
      ?.query({ name: 'geolocation' })
      .then((found) => {
        if (left) return
        status = found
        follow()
        found.addEventListener('change', follow)
      })
      .catch(() => {})
    return () => {
      left = true
      status?.removeEventListener('change', follow)
    }
  }, [])
  return permission
}

export interface CurrentLocation {
  permission: LocationPermission
  locating: boolean
  /** Resolves to the position, or rejects with CouldNotLocate. */
  locate: () => Promise<Point>
}

export function useCurrentLocation(limits: LocatingLimits = LOCATING): CurrentLocation {
  const permission = useLocationPermission()
  const [locating, setLocating] = useState(false)
  return {
    permission,
    locating,
    locate: () => {
      setLocating(true)
      return locate(limits).finally(() => setLocating(false))
    },
  }
}
