import { describe, expect, test } from 'vitest'
import {
  bearing,
  boundsOf,
  cameraFor,
  fromMercator,
  MAX_ZOOM,
  mercator,
  metresBetween,
  NEW_YORK,
  project,
  roomy,
  unproject,
} from './geometry'

const CHELSEA = { lat: 40.7465, lng: -73.999 }
const PARK_SLOPE = { lat: 40.6688, lng: -73.98 }
const PHONE = { width: 360, height: 640 }
const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 }

describe('the camera', () => {
  test('shows both ends of a trip in the part that the panel leaves free', () => {
    const size = { width: 1440, height: 900 }
    const padding = { left: 420, right: 56, top: 56, bottom: 56 }
    const bounds = boundsOf([CHELSEA, PARK_SLOPE])
    expect(bounds).toBeDefined()
    const camera = cameraFor(bounds ?? NEW_YORK, size, padding)
    for (const place of [CHELSEA, PARK_SLOPE]) {
      const { x, y } = project(place, camera, size)
      expect(x).toBeGreaterThanOrEqual(padding.left)
      expect(x).toBeLessThanOrEqual(size.width - padding.right)
      expect(y).toBeGreaterThanOrEqual(padding.top - 1e-6)
      expect(y).toBeLessThanOrEqual(size.height - padding.bottom + 1e-6)
    }
  })

  test('never comes nearer than zoom 15', () => {
    const bounds = { south: CHELSEA.lat, north: CHELSEA.lat, west: CHELSEA.lng, east: CHELSEA.lng }
    expect(cameraFor(bounds, PHONE, NO_PADDING).zoom).toBe(MAX_ZOOM)
    expect(MAX_ZOOM).toBe(15)
  })

  test('ignores padding that would leave nothing free', () => {
    const padded = cameraFor(NEW_YORK, PHONE, { ...NO_PADDING, left: 350 })
    expect(padded).toEqual(cameraFor(NEW_YORK, PHONE, NO_PADDING))
  })

  test('keeps some surroundings around a single point', () => {
    const bounds = roomy(boundsOf([CHELSEA]) ?? NEW_YORK)
    expect(metresBetween({ lat: bounds.south, lng: 0 }, { lat: bounds.north, lng: 0 })).toBeCloseTo(
      2446,
      -1,
    )
    expect(roomy(NEW_YORK)).toEqual(NEW_YORK)
  })
})

test('bounds leave out what is no place, and there are none without a place', () => {
  expect(boundsOf([])).toBeUndefined()
  expect(boundsOf([{ lat: Number.NaN, lng: 0 }, CHELSEA])).toEqual(boundsOf([CHELSEA]))
})

test('what is projected comes back', () => {
  const there = fromMercator(mercator(PARK_SLOPE))
  expect(there.lat).toBeCloseTo(PARK_SLOPE.lat, 9)
  const camera = { center: CHELSEA, zoom: 12 }
  const back = unproject(project(PARK_SLOPE, camera, PHONE), camera, PHONE)
  expect(back.lat).toBeCloseTo(PARK_SLOPE.lat, 9)
  expect(back.lng).toBeCloseTo(PARK_SLOPE.lng, 9)
})

test('the middle of the view is the middle of the box', () => {
  expect(project(CHELSEA, { center: CHELSEA, zoom: 13 }, PHONE)).toEqual({ x: 180, y: 320 })
})

test('a course is measured from north, clockwise', () => {
  expect(bearing(CHELSEA, { ...CHELSEA, lat: 41 })).toBeCloseTo(0)
  expect(bearing(CHELSEA, { ...CHELSEA, lng: -73 })).toBeCloseTo(90)
  expect(bearing(CHELSEA, { ...CHELSEA, lng: -75 })).toBeCloseTo(270)
})
