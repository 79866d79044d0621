import type { MethodType, PayoutMethodOut } from '@/api/generated/types.gen'

/** What each kind is called within a sentence. */
export const CALLED = {
  bank_account: 'bank account',
  debit_card: 'debit card',
  paypal: 'PayPal account',
} satisfies Record<MethodType, string>

const ACCOUNT = { checking: 'checking', savings: 'savings' } as const

/** "First Bank checking ending 6789", "Debit card ending 4242", "PayPal ann@example.com". */
export function methodName(method: PayoutMethodOut): string {
  if (method.type === 'paypal') return `PayPal ${method.paypal_email}`.trim()
  if (method.type === 'debit_card') return `Debit card ending ${method.last4}`
  const bank = method.bank_name || 'Bank'
  const kind = method.account_type ? ACCOUNT[method.account_type] : 'account'
  return `${bank} ${kind} ending ${method.last4}`
}

/** The same in the middle of a sentence; a bank and PayPal keep their capital letter. */
export function methodNameWithin(method: PayoutMethodOut): string {
  return methodName(method).replace(/^Debit card/, 'debit card')
}
