import type { LatLng, MapRoute } from '@/shared/map/MapView'
import type { ShownTracking } from './shownTracking'

/** The route that the driver is on, over the whole trip; before and after that the trip alone. */
export function routesOf({ live, trip }: ShownTracking): MapRoute[] {
  const route = live.arrival?.route
  const whole = { polyline: trip.polyline, approximate: trip.approximate, chosen: !route }
  if (!route || !live.position) return [whole]
  const polyline = ahead(route.polyline, live.position)
  const onward = { polyline, approximate: route.approximate, chosen: true }
  return live.stop === 'pickup' ? [whole, onward] : [onward]
}

/**
 * What of a route still lies before somebody at *at*: it was found some seconds ago, and its
 * first corners may have been passed since.
 */
export function ahead(route: LatLng[], at: LatLng): LatLng[] {
  let nearest = 1
  let least = Number.POSITIVE_INFINITY
  for (let index = 1; index < route.length; index += 1) {
    const distance = distanceTo(at, route[index - 1] as LatLng, route[index] as LatLng)
    if (distance < least) [nearest, least] = [index, distance]
  }
  return [{ lat: at.lat, lng: at.lng }, ...route.slice(nearest)]
}

/** In degrees of latitude, from a place to a stretch of a route. */
function distanceTo(at: LatLng, from: LatLng, to: LatLng): number {
  const narrow = Math.cos((at.lat * Math.PI) / 180)
  const [x, y] = [(at.lng - from.lng) * narrow, at.lat - from.lat]
  const [dx, dy] = [(to.lng - from.lng) * narrow, to.lat - from.lat]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length))
  return Math.hypot(x - share * dx, y - share * dy)
}
