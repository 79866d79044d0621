import { expect, test } from 'vitest'
import { telLink } from './dialer'

test.each([
  ['+1 212 555 0177', 'tel:+12125550177'],
  ['(212) 555-0177', 'tel:2125550177'],
  ['+1.212.555.0177', 'tel:+12125550177'],
])('%s is dialed by %s', (phone, link) => {
  expect(telLink(phone)).toBe(link)
})
