import type { ExpenseCategory, IncomeEntryOut, TaxDocumentType } from '@/api/generated/types.gen'
import { shownZone } from '@/components/time'

export const CATEGORIES = {
  fuel: 'Fuel',
  maintenance: 'Maintenance',
  insurance: 'Insurance',
  vehicle_payment: 'Vehicle payment',
  phone: 'Phone',
  supplies: 'Supplies',
  other: 'Other',
} satisfies Record<ExpenseCategory, string>

export const DOCUMENT_TYPES = {
  year_summary: 'Year summary',
  '1099_nec': 'Form 1099-NEC',
  '1099_k': 'Form 1099-K',
} satisfies Record<TaxDocumentType, string>

export const ENTRY_KINDS = {
  charge: 'Charge',
  payment: 'Payment',
  split: 'Share of a fare',
  refund: 'Given back with a refund',
  refund_sent: 'Refund sent',
  refund_returned: 'Refund returned',
  refund_withdrawn: 'Refund withdrawn',
  cancellation: 'Share of a cancellation',
  tip: 'Tip',
  dispute: 'Disputed payment',
  transfer: 'Transfer',
  transfer_reversal: 'Transfer reversed',
  hold: 'Held back',
  debt: 'Debt',
  payout: 'Payout',
  payout_fee: 'Payout fee',
  remittance: 'Paid to the tax office',
  reversal: 'Reversed entry',
} satisfies Record<IncomeEntryOut['kind'], string>

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "Nov 24, 2026" for the calendar day 2026-11-24, whatever the zone. */
export function calendarDay(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`))
}

/** Today as 2026-11-24, in the zone that times are shown in. */
export function today(): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: shownZone() }).format(new Date())
}
