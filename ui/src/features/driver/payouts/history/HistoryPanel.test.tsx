import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { signedInDriver } from '@/testing/drivers'
import { aPayout, payoutsOfDriver } from '@/testing/payouts'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

const INSTANT = '/driver-dashboard?tab=instant-payouts&payouts=history'
const ALL = '/driver-dashboard?tab=payouts'

test.each([
  [INSTANT, 'No instant payouts yet'],
  [ALL, 'No payouts found'],
])('%s without any says so', async (address, sentence) => {
  signedInDriver()
  payoutsOfDriver()
  visit(address)
  await screen.findByText(sentence)
})

test('a payout that failed says why, and opens to its fees', async () => {
  signedInDriver()
  payoutsOfDriver({
    payouts: [aPayout({ status: 'failed', failure_reason: 'The bank account was closed.' })],
  })
  const { user } = visit(ALL)
  const card = within(await screen.findByRole('article', { name: 'Instant payout' }))
  card.getByText('Failed')
  card.getByText('The bank account was closed.')
  card.getByText('$100.00 goes back to your balance, with its fees.')
  await user.click(card.getByRole('button', { name: 'View Details' }))
  expect(card.getByText('Platform fee').nextElementSibling).toHaveTextContent('-$5.00')
  card.getByText('for the platform, on top of its part of each order')
  expect(card.getByText('Net amount').nextElementSibling).toHaveTextContent('$93.00')
})

test.each([
  [{ net_cents: 76_00, withheld_cents: 24_00 }, ', with what was withheld.'],
  [{ net_cents: 69_00, withheld_cents: 24_00 }, ', with its fees and what was withheld.'],
  [{ net_cents: 100_00 }, '.'],
])('what did not arrive goes back whole: %o', async (changes, end) => {
  signedInDriver()
  payoutsOfDriver({ payouts: [aPayout({ status: 'canceled', ...changes })] })
  visit(ALL)
  await screen.findByText(`$100.00 goes back to your balance${end}`)
})

test('a payout is tried again once', async () => {
  signedInDriver()
  const failed = aPayout({ status: 'failed', failure_reason: 'The bank declined the payout.' })
  payoutsOfDriver({ payouts: [aPayout({ id: 'pyt-2', retry_of: failed.id }), failed] })
  visit(ALL)
  await screen.findByText('The bank declined the payout.')
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('a pending payout is canceled after a question', async () => {
  signedInDriver()
  const backend = payoutsOfDriver({ payouts: [aPayout()] })
  server.use(
    http.post('*/api/v1/payouts/:id/cancel', ({ params }) => {
      backend.payouts = [aPayout({ id: String(params.id), status: 'canceled' })]
      return HttpResponse.json(backend.payouts[0])
    }),
  )
  const { user } = visit(INSTANT)
  await user.click(await screen.findByRole('button', { name: 'Cancel Payout' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Cancel Payout' }))
  await screen.findByText('Canceled')
})
