import type { FixesIn, PointIn } from '@/api/generated/types.gen'

export type Fix = FixesIn['fixes'][number]

/** DRV-26. */
export const WATCHING: PositionOptions = {
  enableHighAccuracy: true,
  maximumAge: 30_000,
  timeout: 15_000,
}

/** Going online does not wait longer for a position than a person waits for a button. */
const ONLINE_WAITS_MS = 5_000

const MPH_PER_METER_A_SECOND = 2.2369362920544
/** What the server takes at most; a device that says more knows nothing. */
const MOST_MPH = 250
const MOST_ACCURACY_METERS = 100_000

/** Where the device is, or null where it does not tell in time. Asks for permission. */
export function whereNow(): Promise<PointIn | null> {
  if (!navigator.geolocation) return Promise.resolve(null)
  return new Promise((resolve) => {
    // The browser's own timeout does not run while somebody reads the question.
    const timer = setTimeout(() => resolve(null), ONLINE_WAITS_MS)
    const report = (point: PointIn | null) => {
      clearTimeout(timer)
      resolve(point)
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => report({ lat: coords.latitude, lng: coords.longitude }),
      () => report(null),
      WATCHING,
    )
  })
}

/** A position in the server's words. Devices that stand still tell no heading, or NaN. */
export function fixOf({ coords, timestamp }: GeolocationPosition): Fix {
  const { heading, speed } = coords
  return {
    at: new Date(timestamp).toISOString(),
    lat: coords.latitude,
    lng: coords.longitude,
    accuracy_m: Math.min(coords.accuracy, MOST_ACCURACY_METERS),
    heading: heading === null || Number.isNaN(heading) ? null : heading % 360,
    speed_mph: speed === null || Number.isNaN(speed) ? null : mphOf(speed),
  }
}

function mphOf(metersASecond: number): number | null {
  const mph = metersASecond * MPH_PER_METER_A_SECOND
  return mph >= 0 && mph <= MOST_MPH ? mph : null
}
