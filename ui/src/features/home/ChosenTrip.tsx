import { useWindowWidth } from '@/components/useWindowWidth'
import { MapView } from '@/shared/map/MapView'
import type { Location } from '@/shared/places/location'
import { useRoutes } from '@/shared/places/useRoutes'

/** As in Hero.module.css, in pixels: from here on the words, and the veil behind them, lie over the map. */
const WORDS_OVER_MAP_FROM = 897
const WORDS = 752
const PAGE = 1216
const EDGE = 24

/** The trip that somebody has just chosen, on the map of the home page. */
export default function ChosenTrip({ pickup, dropoff }: { pickup: Location; dropoff: Location }) {
  const route = useRoutes(pickup, dropoff, null).data?.items[0]
  const width = useWindowWidth()
  const left = width < WORDS_OVER_MAP_FROM ? EDGE : Math.max(EDGE, (width - PAGE) / 2) + WORDS
  return (
    <MapView
      label="Map of your trip"
      pickup={pickup}
      dropoff={dropoff}
      routes={
        route ? [{ polyline: route.polyline, approximate: route.approximate, chosen: true }] : []
      }
      padding={{ left, top: EDGE, right: EDGE, bottom: EDGE }}
      fill
    />
  )
}
