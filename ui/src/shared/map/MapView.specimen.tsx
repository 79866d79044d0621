import type { Specimen } from '@/design/specimen'
import { MapPreview } from './MapPreview'
import { MapView } from './MapView'

const PICKUP = { lat: 40.7484, lng: -73.9857 }
const DROPOFF = { lat: 40.6602, lng: -73.9805 }
const NO_PADDING = { left: 24, right: 24, top: 24, bottom: 24 }
const WAY = { polyline: [PICKUP, { lat: 40.7075, lng: -73.9901 }, DROPOFF], chosen: true }

export default {
  name: 'MapView',
  states: {
    'two places and an approximate way': (
      <MapView
        label="A trip"
        pickup={PICKUP}
        dropoff={DROPOFF}
        routes={[{ ...WAY, approximate: true }]}
        withLegend
        withTypes
        withFullscreen
      />
    ),
    'a driver on a way by road': (
      <MapView
        label="A delivery"
        dropoff={DROPOFF}
        driver={{ lat: 40.7075, lng: -73.9901, heading: 160, label: 'Rosa' }}
        routes={[{ ...WAY, approximate: false }]}
        info="2.4 mi, 12 min"
      />
    ),
    'no map can be drawn': (
      <div style={{ position: 'relative', height: 320 }}>
        <MapPreview
          scene={{ pickup: PICKUP, dropoff: DROPOFF, routes: [{ ...WAY, approximate: true }] }}
          padding={NO_PADDING}
          engine="bundled"
          reason="This browser cannot draw the map."
        />
      </div>
    ),
  },
} satisfies Specimen
