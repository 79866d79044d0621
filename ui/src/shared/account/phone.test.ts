import { expect, test } from 'vitest'
import { isPhone } from './phone'

test.each([
  '(212) 555-0100',
  '212.555.0100',
  '1 212 555 0100',
  '+1 212 555 0100',
  '+44 20 7946 0018',
])('%s can be called', (written) => expect(isPhone(written)).toBe(true))

test.each([
  '',
  '12345',
  '999',
  '123 456 7890',
  '212 155 0100',
  '+212 555',
  'call me',
  '555-0100',
  '+1 212 555 010',
])('"%s" is no number that anybody could call', (written) => expect(isPhone(written)).toBe(false))
