import { expect, test } from 'vitest'
import { vehicleLabel } from './vehicleLabel'

const ROOM = { capacity_pounds: 3000, capacity_cubic_feet: 400 }
const VAN = {
  type: 'van' as const,
  make: 'Ford',
  model: 'Transit',
  year: 2021,
  color: null,
  ...ROOM,
}

test.each([
  [VAN, '2021 Ford Transit, van'],
  [{ ...VAN, color: 'white' as const }, 'White 2021 Ford Transit, van'],
  [{ ...VAN, color: 'white' as const, make: 'To be updated' }, 'White van'],
  [{ ...VAN, make: 'To be updated', model: 'To be updated' }, 'Van'],
  [{ ...VAN, model: 'To be updated' }, 'Van'],
])('%o reads as %s', (vehicle, words) => {
  expect(vehicleLabel(vehicle)).toBe(words)
})
