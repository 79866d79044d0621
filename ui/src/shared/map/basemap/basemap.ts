import type { Feature, FeatureCollection, Geometry, Position } from 'geojson'
import { mercator } from '../geometry'
import { withRetries } from '../retries'
import url from './new-york.json?url'

/** What scripts/draw_basemap.py writes: encoded lines by layer. */
interface Packed {
  beyond: string[][]
  border: string[]
  around: string[][]
  city: string[][]
  park: string[][]
  cemetery: string[][]
  airport: string[][]
  road: string[]
  street: string[]
  named: [name: string, line: string][]
  crossing: [kind: string, name: string, line: string][]
  label: [kind: string, lng: number, lat: number, name: string, full?: string, size?: number][]
}

/** The bundled map, unpacked into what a map library draws. */
export interface Basemap {
  areas: FeatureCollection
  lines: FeatureCollection
  labels: FeatureCollection
}

let unpacked: Promise<Basemap> | undefined

/** The bundled map, fetched once; a failure is forgotten, so that the next call asks again. */
export function loadBasemap(): Promise<Basemap> {
  unpacked ??= withRetries(fetchBasemap).catch((error) => {
    unpacked = undefined
    throw error
  })
  return unpacked
}

async function fetchBasemap(): Promise<Basemap> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`the basemap answered ${answer.status}`)
  return unpack((await answer.json()) as Packed)
}

/** Digits after the point: the country beyond the city is coarser than the city. */
const NEAR = 5
const FAR = 3

export function unpack(packed: Packed): Basemap {
  const polygons = (kind: string, all: string[][], digits = NEAR) =>
    all.map((rings) =>
      feature(kind, {
        type: 'Polygon',
        coordinates: rings.map((ring) => closed(decode(ring, digits))),
      }),
    )
  const strokes = (kind: string, all: string[], digits = NEAR) =>
    all.map((line) => feature(kind, { type: 'LineString', coordinates: decode(line, digits) }))
  return {
    areas: collection([
      ...polygons('beyond', packed.beyond, FAR),
      ...polygons('around', packed.around),
      ...polygons('city', packed.city),
      ...polygons('park', packed.park),
      ...polygons('cemetery', packed.cemetery),
      ...polygons('airport', packed.airport),
    ]),
    lines: collection([
      ...strokes('border', packed.border, FAR),
      ...strokes('road', packed.road),
      ...strokes('street', packed.street),
      ...packed.named.map(([name, line]) =>
        feature('named', { type: 'LineString', coordinates: decode(line, NEAR) }, { name }),
      ),
      ...packed.crossing.map(([kind, name, line]) =>
        feature(kind, { type: 'LineString', coordinates: decode(line, NEAR) }, { name }),
      ),
    ]),
    labels: collection([
      ...crossingNames(packed.crossing),
      ...packed.label.map(([kind, lng, lat, name, full = name, size = 0]) =>
        feature(kind, { type: 'Point', coordinates: [lng, lat] }, { name, full, size }),
      ),
    ]),
  }
}

/** A name lies along its crossing, once: set along the line itself it would show on every tile. */
function crossingNames(crossings: Packed['crossing']): Feature[] {
  const seen = new Set<string>()
  return crossings.flatMap(([, name, line]) => {
    const [[lngA = 0, latA = 0] = [], [lngB = 0, latB = 0] = []] = decode(line, NEAR)
    if (seen.has(name)) return []
    seen.add(name)
    const a = mercator({ lat: latA, lng: lngA })
    const b = mercator({ lat: latB, lng: lngB })
    const [west, east] = a.x < b.x ? [a, b] : [b, a]
    const angle = (Math.atan2(east.y - west.y, east.x - west.x) * 180) / Math.PI
    const middle = [(lngA + lngB) / 2, (latA + latB) / 2]
    return [feature('crossing', { type: 'Point', coordinates: middle }, { name, angle })]
  })
}

/**
 * Google's polyline algorithm, backwards: longitude and latitude of every point. Our own few lines,
 * because packages for it give latitude first and the map wants it last.
 */
export function decode(text: string, digits: number): Position[] {
  const scale = 10 ** digits
  const points: Position[] = []
  let at = 0
  let lat = 0
  let lng = 0
  const step = () => {
    let value = 0
    let shift = 0
    let byte: number
    do {
      byte = text.charCodeAt(at++) - 63
      value |= (byte & 0x1f) << shift
      shift += 5
    } while (byte >= 0x20)
    return value & 1 ? ~(value >> 1) : value >> 1
  }
  while (at < text.length) {
    lat += step()
    lng += step()
    points.push([lng / scale, lat / scale])
  }
  return points
}

function closed(ring: Position[]): Position[] {
  const [first] = ring
  return first ? [...ring, first] : ring
}

function feature(kind: string, geometry: Geometry, more: object = {}): Feature {
  return { type: 'Feature', properties: { kind, ...more }, geometry }
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features }
}
