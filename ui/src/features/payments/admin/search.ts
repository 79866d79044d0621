import type { SplitStatus } from '@/api/generated/types.gen'
import { optionParam, textParam } from '@/components/filters/searchParams'

/** The payments' part of the admin page's address. */
export interface PaymentsSearch {
  search?: string
  paid?: PaymentStatusFilter
}

/** The splits' part of the admin page's address. */
export interface SplitsSearch {
  search?: string
  sent?: SplitStatus
}

export const SPLIT_STATUSES = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
} satisfies Record<SplitStatus, string>

/** Whatever an address may say; what makes no sense counts as not said. */
export function splitsSearch(search: Record<string, unknown>): SplitsSearch {
  return { search: textParam(search.search), sent: optionParam(SPLIT_STATUSES, search.sent) }
}

/** What became of a payment, as an administrator looks for it. */
export const PAYMENT_STATUSES = {
  completed: 'Completed',
  refunded: 'Refunded',
  disputed: 'Disputed',
  declined: 'Declined',
  processing: 'Processing',
  unpaid: 'Unpaid',
  canceled: 'Canceled',
  tips: 'Tips',
} as const

type PaymentStatusFilter = keyof typeof PAYMENT_STATUSES

const QUESTIONS = {
  completed: { status: 'succeeded' },
  refunded: { refunded: true },
  disputed: { disputed: true },
  declined: { declined: true },
  processing: { status: 'processing' },
  unpaid: { status: 'requires_payment_method' },
  canceled: { status: 'canceled' },
  tips: { purpose: 'tip' },
} as const satisfies Record<PaymentStatusFilter, object>

/** Whatever an address may say; what makes no sense counts as not said. */
export function paymentsSearch(search: Record<string, unknown>): PaymentsSearch {
  return { search: textParam(search.search), paid: optionParam(PAYMENT_STATUSES, search.paid) }
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, paid }: PaymentsSearch): boolean {
  return Boolean(search || paid)
}

/** What is asked of the server. */
export function questionOf({ search, paid }: PaymentsSearch) {
  return { ...(search && { search }), ...(paid && QUESTIONS[paid]) }
}
