/** The tabs within Instant Payouts (OUT-22). The first is the one without a word in the address. */
export const PAYOUT_VIEWS = {
  instant: 'Instant Payout',
  methods: 'Payout Methods',
  history: 'Payout History',
} as const

export type PayoutView = keyof typeof PAYOUT_VIEWS
export type PayoutSearch = { payouts?: Exclude<PayoutView, 'instant'> }

/** Reads the panel's part of an address; what it does not know it leaves out. */
export function payoutSearch({ payouts }: Record<string, unknown>): PayoutSearch {
  return { payouts: payouts === 'methods' || payouts === 'history' ? payouts : undefined }
}
