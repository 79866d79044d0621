import type { MethodType, PayoutMethodIn } from '@/api/generated/types.gen'

/** As the form holds them: everything as it was typed. */
export type Typed = {
  routing_number: string
  account_number: string
  bank_name: string
  account_type: 'checking' | 'savings'
  card_number: string
  exp_month: string
  exp_year: string
  paypal_email: string
}
export type FieldName = keyof Typed

export const EMPTY: Typed = {
  routing_number: '',
  account_number: '',
  bank_name: '',
  account_type: 'checking',
  card_number: '',
  exp_month: '',
  exp_year: '',
  paypal_email: '',
}

/** What each kind asks for, in the order of the form (OUT-23). */
export const FIELDS = {
  bank_account: ['routing_number', 'account_number', 'bank_name', 'account_type'],
  debit_card: ['card_number', 'exp_month', 'exp_year'],
  paypal: ['paypal_email'],
} satisfies Record<MethodType, FieldName[]>

export const ROUTING_DIGITS = 9
export const MAX_CARD_DIGITS = 19
const YEARS_OFFERED = 10
const ROUTING_WEIGHTS = [3, 7, 1]

/** The present year and nine more. */
export function yearsOffered(now: Date): string[] {
  return Array.from({ length: YEARS_OFFERED }, (_, more) => String(now.getFullYear() + more))
}

/** What is wrong with each field of this kind, as the server would say it too. */
export function faultsOf(
  type: MethodType,
  typed: Typed,
  now: Date,
): Partial<Record<FieldName, string>> {
  const faults: Partial<Record<FieldName, string>> = {}
  for (const name of FIELDS[type]) {
    const fault = typed[name].trim() === '' ? 'Required' : RULES[name]?.(typed, now)
    if (fault) faults[name] = fault
  }
  return faults
}

const RULES: Partial<Record<FieldName, (typed: Typed, now: Date) => string | undefined>> = {
  routing_number: ({ routing_number: written }) => {
    const digits = written.trim()
    if (!/^\d{9}$/.test(digits)) return 'Must have 9 digits'
    const sum = [...digits].reduce(
      (all, d, at) => all + Number(d) * (ROUTING_WEIGHTS[at % 3] ?? 0),
      0,
    )
    return sum === 0 || sum % 10 !== 0
      ? 'Is no routing number of a bank: please check its digits'
      : undefined
  },
  account_number: ({ account_number: written }) =>
    /^\d{4,17}$/.test(written.trim()) ? undefined : 'Must have 4 to 17 digits',
  card_number: ({ card_number: written }) =>
    /^\d{12,19}$/.test(written.replaceAll(' ', '')) ? undefined : 'Must have 12 to 19 digits',
  exp_month: ({ exp_month: month, exp_year: year }, now) =>
    Number(year) === now.getFullYear() && Number(month) <= now.getMonth()
      ? 'The card has expired'
      : undefined,
  paypal_email: ({ paypal_email: written }) =>
    /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(written.trim()) ? undefined : 'Is no e-mail address',
}

/** What is sent: the fields of this kind and no other. */
export function payoutMethodRequest(type: MethodType, typed: Typed): PayoutMethodIn {
  if (type === 'bank_account') {
    return {
      type,
      routing_number: typed.routing_number.trim(),
      account_number: typed.account_number.trim(),
      bank_name: typed.bank_name.trim(),
      account_type: typed.account_type,
    }
  }
  if (type === 'debit_card') {
    return {
      type,
      card_number: typed.card_number.replaceAll(' ', ''),
      exp_month: Number(typed.exp_month),
      exp_year: Number(typed.exp_year),
    }
  }
  return { type, paypal_email: typed.paypal_email.trim() }
}
