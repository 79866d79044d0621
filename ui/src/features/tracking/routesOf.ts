import type { TrackingOut } from '@/api/generated/types.gen'
import type { MapRoute } from '@/components/map/MapView'

/** The way that the driver is on, over the whole trip; before and after that the trip alone. */
export function routesOf({ live, trip }: TrackingOut): MapRoute[] {
  const way = live.arrival?.way
  const whole = { polyline: trip.polyline, approximate: trip.approximate, chosen: !way }
  if (!way || !live.position) return [whole]
  // The estimate began where the driver was then: the line begins where they are now.
  const polyline = [live.position, ...way.polyline.slice(1)]
  const ahead = { polyline, approximate: way.approximate, chosen: true }
  return live.stop === 'pickup' ? [whole, ahead] : [ahead]
}
