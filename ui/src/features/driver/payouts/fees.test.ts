import { expect, test } from 'vitest'
import { feeSchedule } from '@/testing/payouts'
import { instantFees } from './fees'

test.each([
  [100_00, 'bank', 1_50, 50, 5_00, 93_00],
  [100_00, 'paypal', 1_50, 1_00, 5_00, 92_50],
  [500_00, 'card', 2_00, 2_50, 25_00, 470_50],
  [10_00, 'card', 15, 5, 50, 9_30],
  // Halves go up, each by itself.
  [33, 'bank', 0, 0, 2, 31],
  [1_00, 'bank', 2, 1, 5, 92],
] as const)('of %i cents to a %s is kept what the server keeps', (cents, rail, ...deductions) => {
  const { instant, provider, platform, net } = instantFees(cents, rail, feeSchedule)
  expect([instant, provider, platform, net]).toEqual(deductions)
})
