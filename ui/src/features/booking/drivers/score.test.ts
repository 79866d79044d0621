import { expect, test } from 'vitest'
import { bandOf, FACTORS, pointsOf } from './score'

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

test('the weights make the whole', () => {
  expect(FACTORS.reduce((sum, { weight }) => sum + weight, 0)).toBe(100)
})

test('full marks in every factor make a full score', () => {
  const full = {
    distance: 100,
    vehicle_match: 100,
    capacity: 100,
    availability: 100,
    rating: 100,
    price: 100,
  }
  expect(FACTORS.reduce((sum, factor) => sum + pointsOf(full, factor), 0)).toBe(100)
})
