import { type LatLng, metresBetween } from '@/shared/map/geometry'

export function metersTo(from: LatLng | null, to: LatLng): number | null {
  return from && metresBetween(from, to)
}

/** From here on a vehicle does not stand; where the device tells no speed, it does. */
const MOVING_MPH = 3

export function isMoving(fix: { speed_mph?: number | null } | null): boolean {
  return (fix?.speed_mph ?? 0) > MOVING_MPH
}
