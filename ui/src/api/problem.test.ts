import { expect, test } from 'vitest'
import { isWorthRetrying, sentenceOf } from './problem'

const refused = { code: 'too_far', message: 'This trip is too far.', status: 422 }

test("the server's sentence is shown as it came", () => {
  expect(sentenceOf(refused)).toBe('This trip is too far.')
})

test.each([new TypeError('Failed to fetch'), 'upstream said no', undefined, { message: 7 }])(
  'what is not a problem of ours never reaches the screen: %s',
  (error) => {
    expect(sentenceOf(error)).toBe('The server could not be reached. Please try again.')
  },
)

test('a refusal is final; a failed server or network may do better', () => {
  expect(isWorthRetrying(refused)).toBe(false)
  expect(isWorthRetrying({ ...refused, status: 503 })).toBe(true)
  expect(isWorthRetrying(new TypeError('Failed to fetch'))).toBe(true)
})
