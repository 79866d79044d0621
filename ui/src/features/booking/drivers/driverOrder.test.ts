import { expect, test } from 'vitest'
import { aFareOf, anOffer, SCORING } from '@/testing/booking'
import { ordersOf, sorted } from './driverOrder'
import { whyBest } from './whyBest'

const near = anOffer({
  driver_id: 'near',
  estimated_arrival: 4,
  rating: 4.6,
  fare: aFareOf(9000, 743),
  factors: { ...anOffer().factors, distance: 100, price: 20 },
})
const cheap = anOffer({
  driver_id: 'cheap',
  estimated_arrival: 26,
  rating: 4.9,
  fare: aFareOf(8000, 660),
  factors: { ...anOffer().factors, distance: 50, price: 40 },
})

test.each([
  ['match', ['near', 'cheap']],
  ['price', ['cheap', 'near']],
  ['arrival', ['near', 'cheap']],
  ['rating', ['cheap', 'near']],
] as const)('by %s the order is %j', (order, ids) => {
  expect(sorted([near, cheap], order).map(({ driver_id }) => driver_id)).toEqual(ids)
})

test('for another day nobody is sorted by an arrival that is not known', () => {
  expect(Object.keys(ordersOf(true))).toEqual(['match', 'price', 'rating'])
})

test('the best match says where it leads, and that somebody asks less', () => {
  expect(whyBest(near, [near, cheap], SCORING)).toBe(
    'Leads the others by being near the pickup; the lowest price here is $86.60.',
  )
  expect(whyBest(cheap, [cheap], SCORING)).toBe('The one driver who fits right now.')
})

test('the best match leads in nothing that another card shows better or as good', () => {
  const nearer = anOffer({
    driver_id: 'nearer',
    estimated_arrival: 3,
    rating: 4.6,
    fare: aFareOf(8000, 660),
    factors: { ...near.factors, distance: 95, price: 20 },
  })
  const far = anOffer({ ...cheap, driver_id: 'far', factors: { ...cheap.factors, distance: 10 } })
  expect(whyBest(near, [near, nearer, far], SCORING)).toBe(
    'The best of everything taken together; the lowest price here is $86.60.',
  )
})
