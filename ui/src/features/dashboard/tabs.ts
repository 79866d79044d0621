/** The tabs of ORD-12. Orders is the one without a word in the address. */
export const TABS = {
  orders: 'Orders',
  payments: 'Payment History',
  splits: 'Payment Splits',
  communication: 'Communication',
} as const

export type Tab = keyof typeof TABS

/** What helps today in place of a tab that is not written yet. */
export const MEANWHILE = {
  communication:
    'You write to your driver on the order’s tracking page; Messages above shows what is new.',
} as const satisfies Partial<Record<Tab, string>>

/** The tab for `?tab=`; the call log of ORD-13 belongs to Communication, unknown words to Orders. */
export function tabOf(word: string | undefined): Tab {
  if (word === 'call-log') return 'communication'
  return word !== undefined && Object.hasOwn(TABS, word) ? (word as Tab) : 'orders'
}
