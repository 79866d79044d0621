import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { signedInDriver } from '@/testing/drivers'
import { aStanding, payoutsOfDriver, someWeeks } from '@/testing/payouts'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { aSplit } from '@/testing/splits'

const EARNINGS = '/driver-dashboard?tab=earnings'

test('earnings show each part, and a failed split is sent again', async () => {
  const failed = {
    split_status: 'failed',
    can_retry: true,
    failure_reason: 'Account closed.',
  } as const
  const backend = signedInDriver({ splits: [aSplit(failed), aSplit({ id: 'spl-2', kind: 'tip' })] })
  const keys: (string | null)[] = []
  server.use(
    http.post('*/api/v1/payments/pay-1/split/retry', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      backend.splits = [aSplit({ split_status: 'pending' })]
      return HttpResponse.json({})
    }),
  )
  const { user } = visit(EARNINGS)
  const card = within(await screen.findByRole('article', { name: 'Order #10001 · Fare' }))
  expect(card.getByText('Account closed.')).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'View Details' }))
  expect(card.getByText('Driver and platform each get 50% of the net.')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Hide Details' }))
  await user.click(card.getByRole('button', { name: 'Retry Split' }))
  await screen.findByText('Payment split retry initiated successfully!')
  await screen.findByText('Pending')
  expect(keys).toEqual([expect.any(String)])
})

test('what this week brought stands first, and where the money is', async () => {
  signedInDriver()
  payoutsOfDriver({
    standing: aStanding({ available_cents: 103_20, in_transit_cents: 9_30 }),
    weeks: someWeeks({ total_cents: 77_02, earnings_cents: 70_00, tips_cents: 7_02 }),
  })
  visit(EARNINGS)
  const week = within(await screen.findByRole('region', { name: 'Earned this week' }))
  await week.findByText('$77.02')
  week.getByText('Nov 23 – Nov 29, so far: $70.00 for orders, $7.02 in tips, after refunds')
  expect((await week.findByText('In your balance')).nextElementSibling).toHaveTextContent('$103.20')
  expect((await week.findByText('On its way to you')).nextElementSibling).toHaveTextContent('$9.30')
  expect(week.queryByText('Not in your balance yet')).toBeNull()
  expect(week.getByRole('link', { name: 'Get Paid' })).toHaveAttribute(
    'href',
    '/driver-dashboard?tab=instant-payouts',
  )
  expect(screen.queryByText('Sent to you')).toBeNull()
})

test('nothing earned yet says so', async () => {
  signedInDriver()
  visit(EARNINGS)
  await screen.findByText('No payment splits found')
})

test.each([
  ['frozen_at', /Held since .* while the bank decides a dispute/],
  ['held_at', /Held since .* while we look into a reported problem/],
] as const)('a share that is held says why: %s', async (since, sentence) => {
  signedInDriver({ splits: [aSplit({ disputed: true, [since]: '2026-03-02T15:00:00Z' })] })
  visit(EARNINGS)
  await screen.findByText(sentence)
})

test('what was given back says why, and leads to the order', async () => {
  signedInDriver({ splits: [aSplit({ driver_refunded_cents: 442 })] })
  const { user } = visit(EARNINGS)
  const card = within(await screen.findByRole('article', { name: 'Order #10001 · Fare' }))
  await user.click(card.getByRole('button', { name: 'View Details' }))
  expect(card.getByText(/The customer got money back for this order/)).toBeVisible()
  const order = card.getByRole('link', { name: 'Order #10001' })
  expect(order).toHaveAttribute('href', expect.stringContaining('/track/'))
})
