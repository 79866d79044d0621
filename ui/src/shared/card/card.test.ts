import { expect, test } from 'vitest'
import { cvcOf, expiryOf, faultsOf, grouped } from './card'

const GOOD = { number: '4242 4242 4242 4242', expiry: '12/30', cvc: '123', name: 'Ann Lee' }
const NOW = new Date(2026, 10, 21)

test.each([
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242-4242x4242 4242', '4242 4242 4242 4242'],
  ['42424242424242429999', '4242 4242 4242 4242'],
  ['', ''],
  ['378', '378'],
  ['37828', '3782 8'],
  ['378282246310005', '3782 822463 10005'],
  ['3782 822463 100059', '3782 822463 10005'],
])('the number %s is grouped as %s', (typed, shown) => {
  expect(grouped(typed)).toBe(shown)
})

test.each([
  ['1', '', '1'],
  ['12', '1', '12/'],
  ['5', '', '05/'],
  ['12/3', '12/', '12/3'],
  ['12/301', '12/30', '12/30'],
  ['12', '12/', '12'],
])('typing %s after %s makes %s of the expiry', (typed, before, shown) => {
  expect(expiryOf(typed, before)).toBe(shown)
})

test('the CVC keeps four digits at most', () => {
  expect(cvcOf('12a345')).toBe('1234')
})

test('a good card has no faults', () => {
  expect(faultsOf(GOOD, NOW)).toEqual({})
})

test('American Express has fifteen digits and a code of four', () => {
  expect(faultsOf({ ...GOOD, number: '3782 822463 10005', cvc: '1234' }, NOW)).toEqual({})
})

test.each([
  [
    { number: '3782 822463 1000', cvc: '1234' },
    'number',
    'An American Express number has 15 digits.',
  ],
  [
    { number: '3782 822463 10005' },
    'cvc',
    'Enter the 4 digits on the front of your American Express card.',
  ],
  [{ number: '4242 4242 4242' }, 'number', 'The card number has at least 16 digits.'],
  [
    { number: '4242 4242 4242 4243' },
    'number',
    'This is not a valid card number. Please check the digits.',
  ],
  [{ expiry: '13/30' }, 'expiry', 'Enter the date as MM/YY.'],
  [{ expiry: '12/' }, 'expiry', 'Enter the date as MM/YY.'],
  [{ expiry: '10/26' }, 'expiry', 'This card has expired.'],
  [{ cvc: '12' }, 'cvc', 'The CVC has at least 3 digits.'],
  [{ name: ' A ' }, 'name', 'The name has at least 2 characters.'],
])('%o is refused at its %s', (part, field, fault) => {
  expect(faultsOf({ ...GOOD, ...part }, NOW)).toEqual({ [field]: fault })
})

test('a card is good to the end of its month', () => {
  expect(faultsOf({ ...GOOD, expiry: '11/26' }, NOW)).toEqual({})
})
