import type { CardIn } from '@/api/generated/types.gen'

export type Card = CardIn
export type CardField = keyof Card

export const EMPTY_CARD: Card = { number: '', expiry: '', cvc: '', name: '' }

/** Four groups of four and the blanks between them (PAY-03). */
export const NUMBER_LENGTH = 19
const NUMBER_DIGITS = 16
/** American Express prints fewer digits, in groups of its own, and a longer code (ours). */
const AMEX = /^3[47]/
const AMEX_DIGITS = 15
const AMEX_GROUPS = /^(\d{4})(\d{1,6})(\d{0,5})/
export const CVC_LENGTH = 4
const CVC_LEAST = 3
const NAME_LEAST = 2
export const NAME_LENGTH = 100

const digitsOf = (text: string) => text.replace(/\D/g, '')

const isAmex = (number: string) => AMEX.test(digitsOf(number))

/** `4242424242424242` as it stands on the card: in groups of four, or of 4, 6 and 5. */
export function grouped(typed: string): string {
  const digits = digitsOf(typed)
  if (isAmex(digits)) {
    return AMEX_GROUPS.exec(digits)?.slice(1).join(' ').trim() ?? digits
  }
  return (
    digits
      .slice(0, NUMBER_DIGITS)
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  )
}

/** MM/YY from digits. A month that can only be one digit gets its zero; deleting stays possible. */
export function expiryOf(typed: string, before: string): string {
  let digits = digitsOf(typed).slice(0, 4)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`.slice(0, 4)
  const deletedSlash = before.endsWith('/') && typed === before.slice(0, -1)
  if (digits.length < 2 || (digits.length === 2 && deletedSlash)) return digits
  return `${digits.slice(0, 2)}/${digits.slice(2)}`
}

export const cvcOf = (typed: string) => digitsOf(typed).slice(0, CVC_LENGTH)

/** What the code of such a card looks like. */
export const cvcExample = (number: string) => (isAmex(number) ? '1234' : '123')

/** What is wrong with each field; the check digit and a past month are ours to tell (OP-32). */
export function faultsOf(card: Card, now: Date): Partial<Record<CardField, string>> {
  return Object.fromEntries(
    Object.entries({
      number: numberFault(card.number),
      expiry: expiryFault(card.expiry, now),
      cvc: cvcFault(card),
      name:
        card.name.trim().length < NAME_LEAST ? 'The name has at least 2 characters.' : undefined,
    }).filter(([, fault]) => fault !== undefined),
  )
}

function cvcFault({ number, cvc }: Card): string | undefined {
  if (isAmex(number) && cvc.length < CVC_LENGTH) {
    return 'Enter the 4 digits on the front of your American Express card.'
  }
  if (cvc.length < CVC_LEAST) return 'The CVC has at least 3 digits.'
}

function numberFault(number: string): string | undefined {
  const digits = digitsOf(number)
  if (isAmex(digits) && digits.length < AMEX_DIGITS) {
    return 'An American Express number has 15 digits.'
  }
  if (!isAmex(digits) && digits.length < NUMBER_DIGITS)
    return 'The card number has at least 16 digits.'
  if (!passesLuhn(digits)) return 'This is not a valid card number. Please check the digits.'
}

/** The check digit of ISO/IEC 7812-1, annex B. */
function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function expiryFault(expiry: string, now: Date): string | undefined {
  const [month, year] = expiry.split('/').map(Number)
  if (expiry.length !== 5 || !month || month > 12 || year === undefined) {
    return 'Enter the date as MM/YY.'
  }
  const last = new Date(2000 + year, month, 1)
  if (last <= now) return 'This card has expired.'
}
