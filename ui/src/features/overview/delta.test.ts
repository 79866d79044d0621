import { expect, test } from 'vitest'
import { deltaWords } from './delta'

test('a figure is told beside an earlier one, in its own words', () => {
  expect(deltaWords(12, 8, 'yesterday', String)).toBe('+4 vs. yesterday')
  expect(deltaWords(6, 8, 'yesterday', String)).toBe('−2 vs. yesterday')
  expect(deltaWords(8, 8, 'a week ago', String)).toBe('Same as a week ago')
  expect(deltaWords(3, 0, 'a week ago', (value) => `$${value}`)).toBe('+$3 vs. a week ago')
})
