/** When a payout is there: the same promise in the same words on every screen (OUT-12, OUT-13). */
export const ARRIVES = {
  instant: 'within 30 minutes',
  standard: 'in 1-2 business days',
} as const

/** The same where nothing stands before it. */
export const ARRIVES_ALONE = {
  instant: 'Within 30 minutes',
  standard: 'In 1-2 business days',
} as const
