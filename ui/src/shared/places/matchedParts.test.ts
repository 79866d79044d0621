import { expect, test } from 'vitest'
import { matchedParts } from './matchedParts'

/** The text with what matches in brackets. */
const marked = (text: string, typed: string) =>
  matchedParts(text, typed)
    .map((part) => (part.matched ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['350 5th Avenue', '350 5th av', '[350] [5th] [Av]enue'],
  ['350 5th Avenue', 'AVENUE', '350 5th [Avenue]'],
  ['Flatbush Avenue', 'bush', 'Flatbush Avenue'],
  ['Peña Boulevard', 'pena', '[Peña] Boulevard'],
  ['Main Street', '', 'Main Street'],
  ['Main Street (rear)', '(.*', 'Main Street (rear)'],
  ['Avenue A', 'a av', '[Av]enue [A]'],
])('in %s, %s makes %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})
