import { expect, test } from 'vitest'
import { formatCents, formatRange, formatStartingAt } from './Money'

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [5764, '$57.64'],
  [123456789, '$1,234,567.89'],
  [-250, '-$2.50'],
])('%i cents read %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

test('a starting price drops the cents only where there are none', () => {
  expect(formatStartingAt(3500)).toBe('$35')
  expect(formatStartingAt(3550)).toBe('$35.50')
})

test.each([
  [3712, 4190, '$37–42'],
  [3700, 4200, '$37–42'],
  [3712, 3712, '$37.12'],
  [99901, 123401, '$999–1,235'],
])('from %i to %i cents reads %s', (low, high, text) => {
  expect(formatRange(low, high)).toBe(text)
})
