import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aRunningDelivery } from '@/testing/deliveries'
import { DeliveryFacts } from './DeliveryFacts'

const AT = '2026-11-24T15:00:00Z'

test('what a delivery brought is told after refunds, with the line that they are', () => {
  const delivery = aRunningDelivery(AT)
  const payout = delivery.payout_calculation
  if (!payout) throw new Error('A delivery has its payout.')
  render(
    <DeliveryFacts
      delivery={{
        ...delivery,
        payout_calculation: {
          ...payout,
          is_earned: true,
          lines: [...payout.lines, { line: 'given_back', cents: -196 }],
          driver_cents: 1000,
        },
      }}
    />,
  )
  expect(screen.getByText('You earned, after refunds').closest('summary')).toHaveTextContent(
    '$10.00',
  )
  const line = screen.getByText('Given back to the customer')
  expect(line.nextElementSibling).toHaveTextContent('-$1.96')
})
