import { expect, test } from 'vitest'
import { anOffer } from '@/testing/drivers'
import { milesAway } from './milesAway'

test('the way to the pickup is from the newest position, or else as the server knew it', () => {
  const offer = anOffer({ miles_away: 7.5 })
  const { lat, lng } = offer.order.pickup_location
  expect(milesAway(offer, null)).toBe(7.5)
  expect(milesAway(offer, { lat, lng })).toBe(0)
  expect(milesAway(offer, { lat: lat + 1 / 69, lng })).toBeCloseTo(1, 1)
})
