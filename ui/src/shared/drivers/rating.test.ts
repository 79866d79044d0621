import { expect, test } from 'vitest'
import { formatRating } from './rating'

test.each([
  [5, '5.00'],
  [4.8, '4.80'],
  [4.67, '4.67'],
])('a rating of %d reads %s', (rating, text) => {
  expect(formatRating(rating)).toBe(text)
})
