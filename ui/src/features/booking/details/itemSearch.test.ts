import { expect, test } from 'vitest'
import { PRESETS } from '@/testing/booking'
import { wanted } from './itemSearch'

test.each([
  ['sofa', 1, 'Sofa'],
  ['sofas', 1, 'Sofa'],
  ['boxes', 1, 'Medium moving box'],
  ['4 boxes', 4, 'Medium moving box'],
  ['4x boxes', 4, 'Medium moving box'],
  ['soffa', 1, 'Sofa'],
  ['2 sfoas', 2, 'Sofa'],
])('"%s" finds %d of %s', (typed, pieces, name) => {
  const { found, ...rest } = wanted(PRESETS, typed)
  expect(rest.pieces).toBe(pieces)
  expect(found[0]?.name).toBe(name)
})

test('what is nothing like a usual thing finds nothing', () => {
  expect(wanted(PRESETS, '3 zeppelins')).toEqual({ pieces: 3, found: [] })
})
