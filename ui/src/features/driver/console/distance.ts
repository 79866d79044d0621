import { type LatLng, metresBetween } from '@/shared/map/geometry'

const METERS_PER_MILE = 1609.344
const FEET_PER_METER = 3.28084
/** From here on people speak of miles. */
const FEW_FEET = 1_000

/** "250 ft" or "1.2 mi". */
export function distanceWords(meters: number): string {
  const feet = meters * FEET_PER_METER
  if (feet < FEW_FEET) return `${Math.round(feet / 10) * 10} ft`
  return `${(meters / METERS_PER_MILE).toFixed(1)} mi`
}

export function metersTo(from: LatLng | null, to: LatLng): number | null {
  return from && metresBetween(from, to)
}

/** From here on a vehicle does not stand; where the device tells no speed, it does. */
const MOVING_MPH = 3

export function isMoving(fix: { speed_mph?: number | null } | null): boolean {
  return (fix?.speed_mph ?? 0) > MOVING_MPH
}
