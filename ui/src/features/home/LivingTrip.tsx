import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { whileVisible } from '@/components/whileVisible'
import { type Bounds, bearing, fromMercator, mercator, metresBetween } from '@/shared/map/geometry'
import { type LatLng, MapView } from '@/shared/map/MapView'
import trip from './new-york-route.json'

/** The box that scripts/draw_new_york.py draws, so that the living map takes its place exactly. */
const NORTH = 40.784
const WEST = -74.205
const DEGREES_WIDE = 0.335
const ASPECT = 1.6

const DRAWN: Bounds = {
  north: NORTH,
  west: WEST,
  east: WEST + DEGREES_WIDE,
  south: fromMercator({ x: 0, y: mercator({ lat: NORTH, lng: WEST }).y + southward() }).lat,
}

function southward(): number {
  return DEGREES_WIDE / 360 / ASPECT
}

const PATH: LatLng[] = trip.path
const ROUTES = [{ polyline: PATH, approximate: false, chosen: true }]
const STEP_MS = 2_000
const STEP_METRES = 320

/** The example trip driven on the living map: a van on its way, again and again. */
export default function LivingTrip({ onReady }: { onReady: () => void }) {
  const still = useReducedMotion()
  const [metres, setMetres] = useState(START)
  useEffect(() => {
    if (still) return
    return whileVisible(STEP_MS, () =>
      setMetres((driven) => (driven >= LENGTH ? 0 : driven + STEP_METRES)),
    )
  }, [still])
  return (
    <MapView
      label="Living map of New York with an example trip from Chelsea to Park Slope"
      pickup={PATH[0] ?? null}
      dropoff={PATH.at(-1) ?? null}
      driver={{ ...along(metres), label: 'Van of the example trip' }}
      routes={ROUTES}
      bounds={DRAWN}
      onReady={onReady}
      decorative
      fill
    />
  )
}

const LENGTHS = PATH.slice(1).map((place, index) => metresBetween(PATH[index] ?? place, place))
const LENGTH = LENGTHS.reduce((sum, length) => sum + length, 0)
/** Where the still picture shows the van. */
const START = LENGTH * 0.6

/** The place so many metres along the trip, and whither the road leads there. */
function along(metres: number): LatLng & { heading?: number } {
  let left = metres
  for (const [index, length] of LENGTHS.entries()) {
    const [from, to] = [PATH[index], PATH[index + 1]]
    if (from && to && left <= length) {
      const share = left / length
      return {
        lat: from.lat + (to.lat - from.lat) * share,
        lng: from.lng + (to.lng - from.lng) * share,
        heading: bearing(from, to),
      }
    }
    left -= length
  }
  return PATH.at(-1) ?? { lat: NORTH, lng: WEST }
}
