import { expect, test } from 'vitest'
import { EMPTY, faultsOf, payoutMethodRequest, yearsOffered } from './methodForm'

const NOW = new Date('2026-11-26T12:00:00')
const BANK = {
  ...EMPTY,
  routing_number: '021000021',
  account_number: '000123456789',
  bank_name: 'First Bank',
}

test('each kind asks for its own fields', () => {
  expect(Object.keys(faultsOf('bank_account', EMPTY, NOW))).toEqual([
    'routing_number',
    'account_number',
    'bank_name',
  ])
  expect(Object.keys(faultsOf('debit_card', EMPTY, NOW))).toEqual([
    'card_number',
    'exp_month',
    'exp_year',
  ])
  expect(Object.keys(faultsOf('paypal', EMPTY, NOW))).toEqual(['paypal_email'])
})

test.each(['02100002', '021000022', '000000000', '0210000a1'])(
  '%s is no routing number',
  (routing_number) => {
    expect(faultsOf('bank_account', { ...BANK, routing_number }, NOW)).toHaveProperty(
      'routing_number',
    )
  },
)

test('a card that is over is named, and one of this month is not', () => {
  const card = { ...EMPTY, card_number: '4000 0566 5566 5556', exp_year: '2026' }
  expect(faultsOf('debit_card', { ...card, exp_month: '10' }, NOW)).toHaveProperty('exp_month')
  expect(faultsOf('debit_card', { ...card, exp_month: '11' }, NOW)).toEqual({})
})

test('ten years are offered', () => {
  expect([yearsOffered(NOW)[0], yearsOffered(NOW).at(-1), yearsOffered(NOW).length]).toEqual([
    '2026',
    '2035',
    10,
  ])
})

test('only what the chosen kind needs is sent', () => {
  const typed = { ...BANK, paypal_email: ' ann@example.com ', card_number: '4242 4242 4242 4242' }
  expect(faultsOf('bank_account', typed, NOW)).toEqual({})
  expect(payoutMethodRequest('paypal', typed)).toEqual({
    type: 'paypal',
    paypal_email: 'ann@example.com',
  })
  expect(payoutMethodRequest('bank_account', typed)).toEqual({
    type: 'bank_account',
    routing_number: '021000021',
    account_number: '000123456789',
    bank_name: 'First Bank',
    account_type: 'checking',
  })
})
