/** Of the tabs of DRV-04, in its order, those that work. Jobs is the one without a word in the address. */
export const TABS = {
  jobs: 'Jobs',
  earnings: 'Earnings & Splits',
  'instant-payouts': 'Instant Payouts',
  'performance-analytics': 'Performance Analytics',
  'tax-center': 'Tax Center',
  payouts: 'Payouts & Earnings',
} as const

/** What is found on each, for whoever looks for a word that no tab has. */
export const TAB_HINTS: Record<Tab, string> = {
  jobs: 'Requests and open orders',
  earnings: 'This week, and job by job',
  'instant-payouts': 'Get paid, payout methods',
  'performance-analytics': 'Your driving and ratings',
  'tax-center': 'Taxes, expenses and forms',
  payouts: 'All weeks, payouts, settings',
}

export type Tab = keyof typeof TABS

/** The tab for `?tab=`; unknown words belong to Jobs. */
export function tabOf(word: string | undefined): Tab {
  return word !== undefined && Object.hasOwn(TABS, word) ? (word as Tab) : 'jobs'
}
