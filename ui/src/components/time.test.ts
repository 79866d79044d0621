import { afterEach, expect, test } from 'vitest'
import { clockTime, dateOf, dayAndTime, formatMinutes, midnightOf, showTimesIn } from './time'

const NEW_YEAR_UTC = '2027-01-01T04:30:00Z'
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

afterEach(() => showTimesIn(undefined))

test('a day begins at midnight in New York, in winter, in summer and when the clocks change', () => {
  expect(midnightOf('2026-01-15')).toBe('2026-01-15T05:00:00.000Z')
  expect(midnightOf('2026-07-15')).toBe('2026-07-15T04:00:00.000Z')
  expect(midnightOf('2026-03-08')).toBe('2026-03-08T05:00:00.000Z')
  expect(midnightOf('2026-03-09')).toBe('2026-03-09T04:00:00.000Z')
  expect(midnightOf('2026-11-01')).toBe('2026-11-01T04:00:00.000Z')
  expect(midnightOf('2026-11-02')).toBe('2026-11-02T05:00:00.000Z')
})

test('times are shown on the clock that somebody prefers', () => {
  expect(plain(clockTime(NEW_YEAR_UTC))).toMatch(/^11:30 PM/)
  showTimesIn('America/Los_Angeles')
  expect(plain(clockTime(NEW_YEAR_UTC))).toBe('8:30 PM PT')
  showTimesIn('Europe/London')
  expect(plain(clockTime(NEW_YEAR_UTC))).toMatch(/^4:30 AM/)
  expect(dateOf(NEW_YEAR_UTC)).toBe('Jan 1, 2027')
  expect(dayAndTime(NEW_YEAR_UTC, Date.parse('2027-01-03T00:00:00Z'))).toMatch(/^Fri, Jan 1/)
  expect(midnightOf('2027-07-01')).toBe('2027-06-30T23:00:00.000Z')
  expect(midnightOf('2027-01-01')).toBe('2027-01-01T00:00:00.000Z')
})

test('a zone that the browser does not know changes nothing', () => {
  showTimesIn('Mars/Olympus_Mons')
  expect(plain(clockTime(NEW_YEAR_UTC))).toMatch(/^11:30 PM/)
})

test.each([
  [35, '35 min'],
  [60, '1 h'],
  [95, '1 h 35 min'],
  [180, '3 h'],
])('%i minutes read %s', (minutes, text) => {
  expect(formatMinutes(minutes)).toBe(text)
})
