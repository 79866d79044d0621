import { expect, test } from 'vitest'
import { formatCents, formatStartingAt } from './Money'

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
