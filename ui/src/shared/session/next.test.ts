import { expect, test } from 'vitest'
import { nextSearch, safeNext } from './next'

test.each(['/book-service', '/book-service?step=3&note=a%20b', '/track/o-1#map'])(
  '%s leads back to where somebody was',
  (address) => expect(safeNext(address)).toBe(address),
)

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/%0a/../..//evil.example',
  'javascript:alert(1)',
  'book-service',
  '',
  undefined,
  7,
])('%s leads nowhere else', (address) => {
  const next = safeNext(address)
  expect(next === undefined || new URL(next, location.origin).origin === location.origin).toBe(true)
  expect(next?.startsWith('//') ?? false).toBe(false)
})

test('signing in never leads to signing in again', () => {
  expect(nextSearch({ next: '/login?next=/login' })).toStrictEqual({ next: undefined })
  expect(safeNext('/register')).toBeUndefined()
})
