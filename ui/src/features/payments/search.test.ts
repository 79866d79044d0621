import { expect, test } from 'vitest'
import { historySearch, isNarrowed } from './search'

test('an order number that is looked for is still looked for when the page is loaded again', () => {
  expect(historySearch({ search: 10_001 }).search).toBe('10001')
})

test('what an address says that makes no sense counts as not said', () => {
  const senseless = { search: '', status: 'lost', period: 3, year: '2026', type: 'toString' }
  const read = historySearch(senseless)
  expect(Object.values(read).every((value) => value === undefined)).toBe(true)
  expect(isNarrowed(read)).toBe(false)
})
