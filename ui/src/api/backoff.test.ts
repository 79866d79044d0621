import { expect, test } from 'vitest'
import { backoffMs } from './backoff'

test('each pause is twice the one before, up to the longest', () => {
  const pauses = [1, 2, 3, 20].map((failures) => backoffMs(failures, { random: () => 1 }))
  expect(pauses).toEqual([1_000, 2_000, 4_000, 60_000])
})

test('half of a pause is left to chance', () => {
  expect(backoffMs(3, { random: () => 0 })).toBe(2_000)
  expect(backoffMs(3, { random: () => 0.5 })).toBe(3_000)
})
