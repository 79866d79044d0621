import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { PayoutVerificationOut } from '@/api/generated/types.gen'
import { signedInDriver } from '@/testing/drivers'
import { aNextPayout, aPayout, aStanding, payoutsOfDriver } from '@/testing/payouts'
import { visit } from '@/testing/render'
import { DEFAULT_STATUS, server } from '@/testing/server'

const TAB = '/driver-dashboard?tab=payouts'

async function region(name: string) {
  return within(await screen.findByRole('region', { name }))
}

test('the last 30 days stand on four cards', async () => {
  signedInDriver()
  payoutsOfDriver()
  visit(TAB)
  const cards = await region('Last 30 days')
  for (const [label, value] of [
    ['Total Earnings', '$1,207.50'],
    ['Total Payouts', '$900.00'],
    ['Pending Payouts', '$60.00'],
    ['Average Payout Time', '11.8 hours'],
  ] as const) {
    const card = cards.getByText(label).parentElement as HTMLElement
    await within(card).findByText(value)
  }
})

test('what is pending and what is on its way say what they count', async () => {
  signedInDriver()
  payoutsOfDriver({ next: { ...aNextPayout(), in_transit_cents: 55_80 } })
  visit(TAB)
  const cards = await region('Last 30 days')
  await cards.findByText('on the way to you, 1 payout of the last 30 days, before fees')
  const next = await region('Next Payout')
  await next.findByText(/^All payouts that have not reached you yet, however old, after fees/)
})

test('instant payouts have four cards of their own', async () => {
  signedInDriver()
  payoutsOfDriver()
  visit('/driver-dashboard?tab=instant-payouts')
  const cards = await region('Last 30 days')
  for (const value of ['$310.00', '$21.70', '22 min', '80%']) await cards.findByText(value)
})

test('the next payout says why it is so much, and each part opens to its entries', async () => {
  signedInDriver()
  payoutsOfDriver({
    entries: [
      {
        id: 'txn-1',
        at: '2026-11-19T15:00:00Z',
        kind: 'transfer',
        state: 'posted',
        amount_cents: 240_00,
        order_id: 'ord-1',
        payout_id: null,
      },
    ],
  })
  const { user } = visit(TAB)
  const next = await region('Next Payout')
  const waits = await next.findByText('Has not settled at the payment provider yet')
  expect(waits.nextElementSibling).toHaveTextContent('-$40.00')
  expect(next.getByText('Would be paid').nextElementSibling).toHaveTextContent('$200.00')
  next.getByText(/, to debit card ending 5556/)
  await user.click(next.getByText('In your balance'))
  await next.findByText('Came into your balance')
  next.getByText('ord-1')
})

test('what is owed is told by where it stands, the balance below zero with the entries that took it', async () => {
  signedInDriver()
  const backend = payoutsOfDriver({
    next: aNextPayout({ debt_cents: 20_00, overdrawn_cents: 12_00 }),
  })
  const { user } = visit(TAB)
  const next = await region('Next Payout')
  const below = await next.findByText('Owed to the platform: balance below zero')
  expect(below.nextElementSibling).toHaveTextContent('$12.00')
  expect(next.getByText('Owed to the platform').nextElementSibling).toHaveTextContent('$8.00')
  await user.click(below)
  await next.findByText('No entries.')
  expect(backend.opened).toEqual(['overdrawn'])
})

test('without a method the next payout is nothing, and leads to where one is added', async () => {
  signedInDriver()
  const reason = 'No verified payout methods. Please add a bank account or debit card.'
  payoutsOfDriver({
    next: aNextPayout({
      amount_cents: 0,
      not_settled_cents: null,
      method: null,
      missing: [{ requirement: 'verified_method', reason }],
    }),
  })
  visit(TAB)
  const next = await region('Next Payout')
  await next.findByText(reason)
  next.getByText(/does not answer right now/)
  expect(next.getByText('Waits for what is missing').nextElementSibling).toHaveTextContent(
    '-$240.00',
  )
  expect(next.getByRole('link', { name: 'Add a Payout Method' })).toHaveAttribute(
    'href',
    expect.stringContaining('payouts=methods'),
  )
})

test('a week opens to what orders and tips brought in it', async () => {
  signedInDriver()
  payoutsOfDriver()
  const { user } = visit(TAB)
  const weeks = await region('Weekly Earnings')
  await weeks.findByText(/so far/)
  await user.click(weeks.getByRole('button', { name: 'Nov 16 – Nov 22: $300.00' }))
  weeks.getByText(/\$280.00 for orders, \$20.00 in tips/)
})

test('a payout is verified with the provider, and what differs is told', async () => {
  signedInDriver()
  payoutsOfDriver({ payouts: [aPayout({ status: 'in_transit', provider_id: 'po_1' })] })
  let isDown = true
  const found: PayoutVerificationOut = {
    payout_id: 'pyt-1',
    verification_status: 'failed',
    verified_at: '2026-11-20T16:00:00Z',
    provider_id: 'po_1',
    method: 'instant',
    last4: '5556',
    arrival: '2026-11-20T15:30:00Z',
    discrepancies: [{ field: 'amount', ours: '9300', theirs: '9200' }],
  }
  server.use(
    http.post('*/api/v1/payouts/pyt-1/verify', () =>
      isDown
        ? HttpResponse.json({ code: 'unavailable' }, { status: 503 })
        : HttpResponse.json(found),
    ),
  )
  const { user } = visit(TAB)
  await user.click(await screen.findByRole('button', { name: 'Verify Payout' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Payout Verification' }))
  await dialog.findByText('Failed to verify payout. Please try again.')
  isDown = false
  await user.click(dialog.getByRole('button', { name: 'Try Again' }))
  await dialog.findByText('Amount: $93.00 with us, $92.00 there')
  dialog.getByText('ending 5556')
  dialog.getByText('po_1')
})

test('a driver who wants no mails about payouts turns them off', async () => {
  signedInDriver()
  const backend = payoutsOfDriver()
  const { user } = visit(TAB)
  const settings = await region('Payout Settings')
  await user.click(await settings.findByLabelText(/E-mail about payouts/))
  await waitFor(() =>
    expect(backend.changed).toEqual([
      { notification_preferences: { email: false, sms: false, push: false } },
    ]),
  )
})

test('each part of the integration says whether it is there, and test actions are tried', async () => {
  signedInDriver()
  const reason = 'Instant payouts not enabled for this driver account'
  payoutsOfDriver({
    standing: aStanding({ requirements: [{ requirement: 'instant_method', reason }] }),
  })
  server.use(
    http.get('*/api/v1/status', () =>
      HttpResponse.json({ ...DEFAULT_STATUS, simulated: ['payouts'] }),
    ),
    http.post('*/api/v1/drivers/drv-1/payouts/check', () =>
      HttpResponse.json({ updated: 2, failed: 1, message: 'Updated 2 payouts, 1 failed' }),
    ),
    http.post('*/api/v1/drivers/drv-1/payouts', () =>
      HttpResponse.json({ message: 'Your available balance is $0.00' }, { status: 409 }),
    ),
  )
  const { user } = visit(TAB)
  const status = await region('Integration Status')
  expect((await status.findByText('Payouts')).nextElementSibling).toHaveTextContent('Enabled')
  expect(status.getByText('Instant payouts').nextElementSibling).toHaveTextContent(reason)
  await region('Instant Payout')
  const actions = await region('Test Actions')
  await user.click(actions.getByRole('button', { name: 'Check Pending Payouts' }))
  await screen.findByText('Updated 2 payouts, 1 failed')
  await user.click(actions.getByRole('button', { name: 'Create Test Payout' }))
  await screen.findByText(/^Error: /)
})
