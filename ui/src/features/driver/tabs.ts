/** Of the tabs of DRV-04, in its order, those that work. Jobs is the one without a word in the address. */
export const TABS = {
  jobs: 'Jobs',
  earnings: 'Earnings & Splits',
  'instant-payouts': 'Instant Payouts',
  'performance-analytics': 'Performance Analytics',
  'tax-center': 'Tax Center',
  payouts: 'Payouts & Earnings',
} as const

export type Tab = keyof typeof TABS

/** The tab for `?tab=`; unknown words belong to Jobs. */
export function tabOf(word: string | undefined): Tab {
  return word !== undefined && Object.hasOwn(TABS, word) ? (word as Tab) : 'jobs'
}
