import { expect, test } from 'vitest'
import { aLocation } from '@/testing/places'
import { confirmLocations } from './confirmLocations'

const PICKUP = aLocation('350 5th Avenue', { lat: 40.7484, lng: -73.9857 })
const DROPOFF = aLocation('1 Main Street', { lat: 40.7033, lng: -73.9903 })

/** PICKUP, moved by degrees. */
const moved = (lat: number, lng: number) =>
  aLocation('Next door', { lat: PICKUP.lat + lat, lng: PICKUP.lng + lng })

test('two chosen places are confirmed', () => {
  expect(confirmLocations({ pickup: PICKUP, dropoff: DROPOFF })).toEqual({
    confirmed: true,
    message: 'Locations confirmed',
    errors: { pickup: null, dropoff: null },
  })
})

test.each([
  ['nothing', null, null],
  ['a pickup alone', PICKUP, null],
  ['a dropoff alone', null, DROPOFF],
])('%s is incomplete, and not yet an error', (_, pickup, dropoff) => {
  expect(confirmLocations({ pickup, dropoff })).toEqual({
    confirmed: false,
    message: 'Please complete location selection',
    errors: { pickup: null, dropoff: null },
  })
})

test('text without a choice is an error of its field', () => {
  const { errors, message } = confirmLocations({
    pickup: null,
    dropoff: null,
    pickupText: '350 5th',
    dropoffText: '  ',
  })
  expect(errors).toEqual({
    pickup: 'Please select a location from the dropdown suggestions',
    dropoff: null,
  })
  expect(message).toBe('Please complete location selection')
})

test('closer than 0.001 degrees, both ways added up, is one place', () => {
  const near = confirmLocations({ pickup: PICKUP, dropoff: moved(0.0004, -0.0005) })
  expect(near.errors.dropoff).toBe('Pickup and dropoff locations cannot be the same')
  expect(near.message).toBe('Please complete location selection')
  expect(near.confirmed).toBe(false)
})

test('either way may be short as long as both together are not', () => {
  expect(confirmLocations({ pickup: PICKUP, dropoff: moved(0.0006, 0.0006) }).confirmed).toBe(true)
})
