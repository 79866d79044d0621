/** Of the tabs of ORD-12 those that work. Orders is the one without a word in the address. */
export const TABS = {
  orders: 'Orders',
  payments: 'Payment History',
  splits: 'Payment Splits',
} as const

export type Tab = keyof typeof TABS

/** The tab for `?tab=`; unknown words belong to Orders. */
export function tabOf(word: string | undefined): Tab {
  return word !== undefined && Object.hasOwn(TABS, word) ? (word as Tab) : 'orders'
}
