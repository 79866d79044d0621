import type { ReactNode } from 'react'
import type { Bounds, Edges, LatLng } from './geometry'

export interface MapDriver extends LatLng {
  /** Degrees from north; without it the course between two positions is used. */
  heading?: number | null
  /** Who drives, such as "Maria, white van". */
  label?: string
}

/** One of many things on a map, without a part in a trip. */
export interface MapSpot extends LatLng {
  id: string
  kind: 'free' | 'busy' | 'pickup' | 'dropoff'
  /** What it is, such as "Maria, online". */
  label: string
}

export interface MapRoute {
  polyline: LatLng[]
  /** Estimated and not along real roads: drawn dashed. */
  approximate: boolean
  chosen: boolean
}

export interface MapViewProps {
  /** The accessible name of the map's region. */
  label: string
  pickup?: LatLng | null
  dropoff?: LatLng | null
  driver?: MapDriver | null
  /** Where the person who looks is. */
  you?: LatLng | null
  /** Small marks beside the trip, or instead of one. */
  spots?: ReadonlyArray<MapSpot>
  routes?: ReadonlyArray<MapRoute>
  /** Where to look while there is nothing to show. */
  near?: LatLng | null
  /** What to show instead of the trip: exactly this box, without a margin. */
  bounds?: Bounds
  /** With it a click, a tap or Enter at the crosshair picks a point. */
  onPick?: (point: LatLng) => void
  /** What stands in the route info box. */
  info?: ReactNode
  withLegend?: boolean
  withTypes?: boolean
  withFullscreen?: boolean
  /** Fills its parent, which must have a height; otherwise the map keeps an aspect of its own. */
  fill?: boolean
  /** Pixels of the map that something floats over on each side. */
  padding?: Partial<Edges>
  /**
   * An ornament beside words: the bundled map without buttons, out of the keyboard's way, and
   * nothing at all where it cannot be drawn.
   */
  decorative?: boolean
  /** The map is drawn and shows what it should. */
  onReady?: () => void
}
