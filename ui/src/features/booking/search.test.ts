import { expect, test } from 'vitest'
import { bookingSearch } from './search'

test('what the home page asks is taken over', () => {
  const asked = { step: 2, from: 'place:a', to: 'place:b', service: 'large' }
  expect(bookingSearch(asked)).toEqual(asked)
})

test.each([
  ['a step that is none', { step: 6 }],
  ['a step as text', { step: '2' }],
  ['an empty place', { from: '' }],
  ['a place without end', { to: 'x'.repeat(201) }],
  ['a place that is no text', { from: { id: 1 } }],
  ['an unknown service', { service: 'huge' }],
  ['something else', { hello: 'there' }],
])('%s counts as not said', (_, search) => {
  expect(bookingSearch(search)).toEqual({})
})
