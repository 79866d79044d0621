/** The tabs of DRV-04, in its order. Jobs is the one without a word in the address. */
export const TABS = {
  jobs: 'Jobs',
  earnings: 'Earnings & Splits',
  'instant-payouts': 'Instant Payouts',
  communication: 'Communication',
  'call-log': 'Call Log',
  'performance-analytics': 'Performance Analytics',
  'tax-center': 'Tax Center',
  payouts: 'Payouts & Earnings',
} as const

export type Tab = keyof typeof TABS

/** What helps today in place of a tab that is not written yet. */
export const MEANWHILE = {
  'instant-payouts': 'Earnings & Splits shows what each job paid you and whether it was sent.',
  communication:
    'You write to the customer in the Delivery Console; Messages above shows what is new.',
  'call-log': 'Your phone keeps the calls that you make from here.',
  'tax-center': 'Earnings & Splits shows the amounts that your taxes begin with.',
  payouts: 'Earnings & Splits shows what each job paid you and whether it was sent.',
} as const satisfies Partial<Record<Tab, string>>

/** The tab for `?tab=`; unknown words belong to Jobs. */
export function tabOf(word: string | undefined): Tab {
  return word !== undefined && Object.hasOwn(TABS, word) ? (word as Tab) : 'jobs'
}
