import { expect, test } from 'vitest'
import { telLink } from './phone'
import { formatRating } from './rating'

test.each([
  ['+1 212 555 0177', 'tel:+12125550177'],
  ['(212) 555-0177', 'tel:2125550177'],
  ['+1.212.555.0177', 'tel:+12125550177'],
])('%s is dialed by %s', (phone, link) => {
  expect(telLink(phone)).toBe(link)
})

test.each([
  [5, '5.00'],
  [4.8, '4.80'],
  [4.67, '4.67'],
])('a rating of %d reads %s', (rating, text) => {
  expect(formatRating(rating)).toBe(text)
})
