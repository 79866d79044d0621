import { describe, expect, test } from 'vitest'
import { AuthRefusal } from '@/auth/authRefusal'
import { registrationError, signInError } from './messages'

const refused = (message: string, code = '', status = 400, wait?: number) =>
  new AuthRefusal(message, code, status, wait)

describe('signing in', () => {
  test.each([
    [
      'Invalid login credentials',
      'Invalid email or password. Please check your credentials and try again.',
    ],
    [
      'Email not confirmed',
      'Please check your email and click the confirmation link before signing in.',
    ],
    [
      'Too many requests',
      'Too many login attempts. Please wait a few minutes before trying again.',
    ],
    ['User is banned', 'User is banned'],
  ])('%s is told as it should be', (message, sentence) => {
    expect(signInError(refused(message)).sentence).toBe(sentence)
  })

  test('a wait is shown only where the server names one', () => {
    expect(signInError(refused('Too many requests', '', 429)).waitSeconds).toBeUndefined()
    expect(signInError(refused('slow down', '', 429, 12)).waitSeconds).toBe(12)
  })

  test('a server that fails is not taken for a wrong password', () => {
    expect(signInError(refused('', '', 0)).sentence).toMatch(/could not be reached/)
    expect(signInError(refused('oops', '', 503)).sentence).toMatch(/server has a problem/)
  })
})

describe('registration', () => {
  const exists = 'An account with this email already exists. Please sign in instead.'
  test.each([
    ['User already registered', '', exists, undefined],
    ['An account with this email already exists', '', exists, undefined],
    ['duplicate key value violates "users_email_key"', '', exists, undefined],
    ['duplicate key', '23505', exists, undefined],
    ['Invalid email: the address is missing', '', 'Please enter a valid email address.', 'email'],
    [
      'Password should be at least 6 characters',
      'weak_password',
      'Password must be at least 6 characters long.',
      'password',
    ],
    [
      'Password is known to be weak and easy to guess, please choose a different one.',
      'weak_password',
      'Password is known to be weak and easy to guess, please choose a different one.',
      'password',
    ],
    ['phone must be a telephone number', '', 'phone must be a telephone number', 'phone'],
    ['Something else', '', 'Something else', undefined],
    ['', '', 'Registration failed', undefined],
  ])('%s %s', (message, code, sentence, field) => {
    expect(registrationError(refused(message, code))).toEqual({ sentence, field })
  })

  test.each([
    ['For security purposes, you can only request this after 42 seconds.', undefined, 42],
    ['For security purposes, try later.', undefined, 60],
    ['Request rate limit reached', 9, 9],
  ])('%s waits', (message, header, seconds) => {
    expect(registrationError(refused(message, '', 429, header))).toEqual({
      sentence: `Too many registration attempts. Please wait ${seconds} seconds before trying again.`,
      waitSeconds: seconds,
    })
  })
})
