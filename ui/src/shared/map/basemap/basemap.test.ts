import { describe, expect, test } from 'vitest'
import { decode, unpack } from './basemap'
import packed from './new-york.json'
import { basemapStyle } from './style'

type Packed = Parameters<typeof unpack>[0]
const basemap = unpack(packed as unknown as Packed)

describe('the bundled map', () => {
  test("reads Google's own example of the polyline algorithm", () => {
    expect(decode('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)).toEqual([
      [-120.2, 38.5],
      [-120.95, 40.7],
      [-126.453, 43.252],
    ])
  })

  test('closes every ring', () => {
    for (const { geometry } of basemap.areas.features) {
      if (geometry.type !== 'Polygon') throw new Error(geometry.type)
      for (const ring of geometry.coordinates) {
        expect(ring.length).toBeGreaterThan(3)
        expect(ring[0]).toEqual(ring.at(-1))
      }
    }
  })

  test('names the boroughs, the towns across the river and the crossings', () => {
    const names = [...basemap.labels.features, ...basemap.lines.features].map(
      ({ properties }) => properties?.name,
    )
    for (const name of [
      'Manhattan',
      'Staten Island',
      'Hoboken',
      'Bedford-Stuyvesant',
      'Governors Island',
      'Brooklyn Bridge',
      'Holland Tunnel',
      '5th Ave',
      'Pennsylvania Station',
    ]) {
      expect(names).toContain(name)
    }
    expect(names.filter((name) => name === 'Crown Heights')).toHaveLength(1)
  })

  test.each(['light', 'dark'] as const)('is drawn in %s without asking anybody', (scheme) => {
    const style = basemapStyle(scheme, basemap)
    expect(style.glyphs).toBeUndefined()
    expect(style.sprite).toBeUndefined()
    expect(JSON.stringify(style.layers)).not.toMatch(/https?:/)
    const ids = style.layers.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
