import { expect, test } from 'vitest'
import { bandOf, pointsOf } from './score'

test.each([
  [100, 'excellent'],
  [90, 'excellent'],
  [89.9, 'good'],
  [80, 'good'],
  [79.9, 'fair'],
  [70, 'fair'],
  [69.9, 'low'],
  [60, 'low'],
  [59.9, 'poor'],
])('a score of %d is %s', (score, band) => {
  expect(bandOf(score)).toBe(band)
})

test('a factor brings its share of its weight', () => {
  const half = {
    distance: 50,
    vehicle_match: 100,
    capacity: 100,
    availability: 100,
    rating: 100,
    price: 100,
  }
  expect(pointsOf(half, 25, 'distance')).toBe(12.5)
  expect(pointsOf(half, 20, 'vehicle_match')).toBe(20)
})
