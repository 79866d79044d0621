import { expect, test } from 'vitest'
import { isNarrowed, ordersSearch, questionOf } from './search'

test('an address says what it says, and nothing where that makes no sense', () => {
  expect(
    ordersSearch({ search: 10_042, status: 'assigned', type: 'moving', from: '2026-11-22' }),
  ).toEqual({
    search: '10042',
    status: 'assigned',
    type: 'moving',
    from: '2026-11-22',
  })
  const senseless = { search: '', status: 'lost', type: 7, from: '2026-02-31', until: '22.11.2026' }
  const read = ordersSearch(senseless)
  expect(Object.values(read).every((value) => value === undefined)).toBe(true)
  expect(isNarrowed(read)).toBe(false)
  expect(ordersSearch({ search: 'x'.repeat(300) }).search).toHaveLength(100)
})

test('the last day is asked for as a whole', () => {
  expect(questionOf({ from: '2026-12-31', until: '2026-12-31' })).toEqual({
    date_from: '2026-12-31T05:00:00.000Z',
    date_to: '2027-01-01T05:00:00.000Z',
  })
})
