import type { Edges, LatLng } from './geometry'
import type { MapDriver, MapRoute, MapSpot } from './props'

/** What there is to see, whichever engine draws it. */
export interface Scene {
  pickup?: LatLng | null | undefined
  dropoff?: LatLng | null | undefined
  driver?: MapDriver | null | undefined
  you?: LatLng | null | undefined
  spots?: ReadonlyArray<MapSpot> | undefined
  routes: ReadonlyArray<MapRoute>
}

export type MapType = 'map' | 'satellite' | 'hybrid' | 'terrain'

/** What the frame around a map can ask of whichever engine draws it. */
export interface EngineHandle {
  zoomBy: (steps: number) => void
  /**
   * Shows all *points* within the part of the map that *padding* leaves free; some surroundings with
   * them, unless they are *exact* corners.
   */
  fit: (
    points: ReadonlyArray<LatLng>,
    padding: Edges,
    options: { animate: boolean; exact?: boolean },
  ) => void
  /** Whether a point lies in the part of the map that *padding* leaves free. */
  shows: (point: LatLng, padding: Edges) => boolean
  /** The place under the middle of the part that *padding* leaves free. */
  middle: (padding: Edges) => LatLng
}

export interface EngineProps {
  label: string
  scene: Scene
  scheme: 'light' | 'dark'
  type: MapType
  picking: boolean
  decorative: boolean
  onReady: (handle: EngineHandle) => void
  /** Nothing can be drawn after all; *reason* is a sentence for people. */
  onFail: (reason: string) => void
  onPick: (point: LatLng) => void
  onMovedByHand: () => void
}

/** Every place that the camera should show; of several routes only the chosen one. */
export function placesOf({ pickup, dropoff, driver, you, spots, routes }: Scene): LatLng[] {
  const stops = [pickup, dropoff, driver, ...(spots ?? [])].filter((place) => place != null)
  const chosen = routes.filter((route) => route.chosen).flatMap((route) => route.polyline)
  const trip = [...stops, ...chosen]
  // Somebody who looks from another city should still see the trip.
  return trip.length > 0 || !you ? trip : [you]
}
