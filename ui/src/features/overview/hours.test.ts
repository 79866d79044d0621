import { expect, test } from 'vitest'
import { hourRows } from './hours'

const DAY = Date.UTC(2026, 10, 20, 5)
const HOUR_MS = 3_600_000
const LONG_AFTER = Date.UTC(2027, 0, 1)

/** A day of New York in which one order was paid in each of these hours. */
function paidIn(...busy: number[]) {
  return Array.from({ length: 24 }, (_, hour) => ({
    since: new Date(DAY + hour * HOUR_MS).toISOString(),
    orders: busy.includes(hour) ? 1 : 0,
    revenue_cents: busy.includes(hour) ? 2_000 : 0,
  }))
}
const namesOf = (...asked: Parameters<typeof hourRows>) =>
  hourRows(...asked).map(({ name }) => name)

test('hours without an order are one line, and a single one is named alone', () => {
  expect(namesOf(paidIn(8, 9, 11), LONG_AFTER)).toEqual([
    '12 AM to 8 AM',
    '8 AM',
    '9 AM',
    '10 AM',
    '11 AM',
    '12 PM to 12 AM',
  ])
})

test('hours that have not begun are not told', () => {
  expect(namesOf(paidIn(0), DAY + 3.5 * HOUR_MS)).toEqual(['12 AM', '1 AM to 4 AM'])
  expect(namesOf(paidIn(23), DAY)).toEqual(['12 AM'])
})
