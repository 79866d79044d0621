import { expect, test } from 'vitest'
import { zFareIn } from '@/api/generated/zod.gen'
import { BOUNDS, EXAMPLE_TRIP, formatMinutes } from './trip'

test.each([
  [35, '35 min'],
  [60, '1 h'],
  [95, '1 h 35 min'],
  [180, '3 h'],
])('%i minutes read %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text)
})

test('the example trip is one the sliders can reach and the server accepts', () => {
  for (const [name, { min, max }] of Object.entries(BOUNDS)) {
    const value = EXAMPLE_TRIP[name as keyof typeof BOUNDS]
    expect(value).toBeGreaterThanOrEqual(min)
    expect(value).toBeLessThanOrEqual(max)
  }
  const request = { ...EXAMPLE_TRIP, peak: false, poor_weather: false }
  expect(zFareIn.parse(request)).toEqual(request)
})
