import { expect, test } from 'vitest'
import { zFareIn } from '@/api/generated/zod.gen'
import { BOUNDS, EXAMPLE_TRIP, formatPounds } from './trip'

test('the example trip is one the sliders can reach and the server accepts', () => {
  for (const [name, { min, max }] of Object.entries(BOUNDS)) {
    const value = EXAMPLE_TRIP[name as keyof typeof BOUNDS]
    expect(value).toBeGreaterThanOrEqual(min)
    expect(value).toBeLessThanOrEqual(max)
  }
  const request = { ...EXAMPLE_TRIP, peak: false, poor_weather: false }
  expect(zFareIn.parse(request)).toEqual(request)
})

test('thousands of pounds are written with a comma, as totals are', () => {
  expect(formatPounds(99_999)).toBe('99,999 lb')
})
