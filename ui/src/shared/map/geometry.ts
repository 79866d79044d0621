/** A place in WGS84 degrees. */
export interface LatLng {
  lat: number
  lng: number
}

export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** Room to leave free on each side, in CSS pixels. */
export interface Edges {
  left: number
  right: number
  top: number
  bottom: number
}

export interface Size {
  width: number
  height: number
}

/** What is shown when there is nothing to frame. */
export const NEW_YORK: Bounds = { south: 40.66, west: -74.05, north: 40.82, east: -73.88 }

/** Nearer than this and a schematic map has nothing left to say (MAP-21). */
export const MAX_ZOOM = 15

/** The world's width at zoom 0, as MapLibre counts; Google's zoom is one more for the same scale. */
const WORLD_PIXELS = 512

/** The smallest box around the points; undefined without any. */
export function boundsOf(points: ReadonlyArray<LatLng>): Bounds | undefined {
  const known = points.filter(({ lat, lng }) => Number.isFinite(lat) && Number.isFinite(lng))
  if (known.length === 0) return undefined
  const lats = known.map(({ lat }) => lat)
  const lngs = known.map(({ lng }) => lng)
  return {
    south: Math.min(...lats),
    west: Math.min(...lngs),
    north: Math.max(...lats),
    east: Math.max(...lngs),
  }
}

/** Web Mercator: the whole world is the unit square, north up. */
export function mercator({ lat, lng }: LatLng): { x: number; y: number } {
  const radians = (lat * Math.PI) / 180
  return {
    x: (lng + 180) / 360,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI),
  }
}

export function fromMercator({ x, y }: { x: number; y: number }): LatLng {
  return {
    lat: (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI,
    lng: x * 360 - 180,
  }
}

/** Where a map looks: its middle, and its zoom as MapLibre counts. */
export interface Camera {
  center: LatLng
  zoom: number
}

/**
 * The nearest camera that shows all of *bounds* within *size* less *padding*, at zoom 15, or *nearest*, at most.
 * A box too small for its padding is framed without it: a map that shows nothing helps nobody.
 */
export function cameraFor(bounds: Bounds, size: Size, padding: Edges, nearest = MAX_ZOOM): Camera {
  const free = {
    width: size.width - padding.left - padding.right,
    height: size.height - padding.top - padding.bottom,
  }
  if (free.width < 40 || free.height < 40) {
    if (size.width < 40 || size.height < 40) return { center: middle(bounds), zoom: nearest }
    return cameraFor(bounds, size, { left: 0, right: 0, top: 0, bottom: 0 }, nearest)
  }
  const northWest = mercator({ lat: bounds.north, lng: bounds.west })
  const southEast = mercator({ lat: bounds.south, lng: bounds.east })
  const across = southEast.x - northWest.x
  const down = southEast.y - northWest.y
  const scale = Math.min(free.width / across, free.height / down)
  const zoom = Math.min(nearest, Math.log2(scale / WORLD_PIXELS))
  const pixels = WORLD_PIXELS * 2 ** zoom
  return {
    center: fromMercator({
      x: northWest.x + across / 2 - (padding.left - padding.right) / 2 / pixels,
      y: northWest.y + down / 2 - (padding.top - padding.bottom) / 2 / pixels,
    }),
    zoom,
  }
}

function middle(bounds: Bounds): LatLng {
  const a = mercator({ lat: bounds.north, lng: bounds.west })
  const b = mercator({ lat: bounds.south, lng: bounds.east })
  return fromMercator({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
}

/** Where a place lies on a map of *size*, in CSS pixels from its upper left corner. */
export function project(place: LatLng, camera: Camera, size: Size): { x: number; y: number } {
  const pixels = WORLD_PIXELS * 2 ** camera.zoom
  const at = mercator(place)
  const center = mercator(camera.center)
  return {
    x: (at.x - center.x) * pixels + size.width / 2,
    y: (at.y - center.y) * pixels + size.height / 2,
  }
}

export function unproject(pixel: { x: number; y: number }, camera: Camera, size: Size): LatLng {
  const pixels = WORLD_PIXELS * 2 ** camera.zoom
  const center = mercator(camera.center)
  return fromMercator({
    x: (pixel.x - size.width / 2) / pixels + center.x,
    y: (pixel.y - size.height / 2) / pixels + center.y,
  })
}

/** Metres over the ground between two places not far apart. */
export function metresBetween(a: LatLng, b: LatLng): number {
  const north = (b.lat - a.lat) * 111_195
  const east = (b.lng - a.lng) * 111_195 * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** The compass course from one place to another, 0 to 360 degrees, 0 is north. */
export function bearing(from: LatLng, to: LatLng): number {
  const east = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180)
  const degrees = (Math.atan2(east, to.lat - from.lat) * 180) / Math.PI
  return (degrees + 360) % 360
}

/** Degrees of latitude that a map shows at least, about 2.5 km: one point alone says nothing. */
const LEAST_SPAN = 0.022

/** *bounds*, widened about its middle until it shows some surroundings. */
export function roomy({ south, west, north, east }: Bounds): Bounds {
  const down = Math.max(0, (LEAST_SPAN - (north - south)) / 2)
  const across = Math.max(0, (LEAST_SPAN - (east - west)) / 2)
  return { south: south - down, west: west - across, north: north + down, east: east + across }
}
