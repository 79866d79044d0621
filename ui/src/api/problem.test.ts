import { expect, test } from 'vitest'
import { faultOf, isWorthRetrying, sentenceOf } from './problem'

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

test.each([
  [
    'scheduled_time: must be in the future',
    'Pickup time must be in the future.',
    'Must be in the future',
  ],
  [
    'sms_consent: needs a phone number on your account that can receive texts',
    'Consent to texts needs a phone number on your account that can receive texts.',
    'Needs a phone number on your account that can receive texts',
  ],
  ['vehicle.features[0]: must be one line', 'Features must be one line.', 'Must be one line'],
  [
    'requested_cents: must be at most $4.00',
    'Amount must be at most $4.00.',
    'Must be at most $4.00',
  ],
  ['delivery_location: Both are one place', 'Both are one place', 'Both are one place'],
  ['This trip is too far.', 'This trip is too far.', 'This trip is too far.'],
])('no name of the wire reaches a person: %s', (message, sentence, beside) => {
  const problem = { code: 'invalid_input', message, status: 422 }
  expect(sentenceOf(problem)).toBe(sentence)
  expect(faultOf(problem)).toBe(beside)
})
