import { expect, test } from 'vitest'
import { inUnits } from './payoutFigures'

test.each([
  [null, 'hour', '–'],
  [1, 'hour', '1 hour'],
  [11.75, 'hour', '11.8 hours'],
  [30, 'minute', '30 min'],
  [0, 'minute', '0 min'],
] as const)('%s in %ss is "%s"', (value, unit, words) => {
  expect(inUnits(value, unit)).toBe(words)
})
