import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { SplitOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aSplit } from '@/testing/splits'

const FAILED = aSplit({
  split_status: 'failed',
  completed_at: null,
  can_retry: true,
  failure_reason: 'The account cannot be paid.',
})

function backend(splits: SplitOut[], path = 'splits') {
  const retried: string[] = []
  server.use(
    http.get(`*/api/v1/${path}`, () => HttpResponse.json({ items: splits, next: null })),
    http.get(`*/api/v1/${path}/analytics`, () =>
      HttpResponse.json({
        total_driver_payouts_cents: 119_600,
        total_platform_revenue_cents: 120_000,
        success_rate: 0.975,
        average_driver_payout_cents: 1_196,
        completed: 39,
        failed: 1,
        pending: 2,
      }),
    ),
    http.post('*/api/v1/payments/:id/split/retry', ({ params, request }) => {
      retried.push(`${params.id} ${request.headers.get('idempotency-key')}`)
      return HttpResponse.json({ payment_intent_id: 'pay-1', split_status: 'pending', attempts: 1 })
    }),
  )
  return retried
}

beforeEach(() => signedInAs())

test('both shares are shown with their rule, and the sum behind them on demand', async () => {
  backend([aSplit()])
  const { user } = visit('/dashboard?tab=splits')
  const card = within(await screen.findByRole('article', { name: 'Order #10001' }))
  expect(card.getByText('Driver Share (50%)')).toBeVisible()
  expect(card.getByText('Platform Share (50%)')).toBeVisible()
  expect(card.getAllByText('$11.96')).toHaveLength(2)
  expect(card.queryByRole('button', { name: 'Retry Split' })).not.toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'View Details' }))
  for (const part of ['-$2.06', '-$1.08', '$23.92', 'Half of the net each']) {
    expect(card.getByText(part)).toBeVisible()
  }
  await user.click(card.getByRole('button', { name: 'Hide Details' }))
  expect(card.queryByText('Processing fees')).not.toBeInTheDocument()
})

test('what was given back adds up, and says what each side keeps', async () => {
  backend([
    aSplit({
      refunded_cents: 1500,
      driver_refunded_cents: 665,
      platform_refunded_cents: 721,
      taxes_refunded_cents: 114,
    }),
  ])
  const { user } = visit('/dashboard?tab=splits')
  const card = within(await screen.findByRole('article', { name: 'Order #10001' }))
  await user.click(card.getByRole('button', { name: 'View Details' }))
  expect(card.getByText('Refunded since').nextSibling).toHaveTextContent(
    '$15.00 (Driver’s share $6.65, Platform $7.21, Sales tax $1.14)',
  )
  expect(card.getByText('Completed, partly refunded')).toBeVisible()
  expect(card.getByText('Driver keeps').nextSibling).toHaveTextContent('$5.31')
  expect(card.getByText('Platform keeps').nextSibling).toHaveTextContent('$4.75')
  expect(card.getByText('Share sent to the driver').nextSibling).toHaveTextContent('Nov 20, 2026')
})

test('customers see no figures of the marketplace', async () => {
  backend([aSplit()])
  visit('/dashboard?tab=splits')
  await screen.findByRole('article')
  expect(screen.queryByText('Total Driver Payouts')).not.toBeInTheDocument()
})

test('a share is an estimate until it is earned, and a tip has no percentage', async () => {
  backend([
    aSplit({ split_status: 'pending', earned_at: null, completed_at: null }),
    aSplit({ id: 'spl-2', order_number: 10002, kind: 'tip', platform_amount_cents: 0 }),
  ])
  visit('/dashboard?tab=splits')
  const fare = within(await screen.findByRole('article', { name: 'Order #10001' }))
  expect(fare.getByText('Estimated until the order is completed.')).toBeVisible()
  const tip = within(screen.getByRole('article', { name: 'Order #10002' }))
  expect(tip.getByText('Driver Share')).toBeVisible()
})

test('a held share says that a problem is reported, whichever it is', async () => {
  backend([aSplit({ disputed: true, held_at: '2026-11-20T15:00:00Z' })])
  visit('/dashboard?tab=splits')
  const fare = within(await screen.findByRole('article', { name: 'Order #10001' }))
  expect(fare.getByText('On hold: problem reported')).toBeVisible()
})

test('nothing shared yet says so', async () => {
  backend([])
  visit('/dashboard?tab=splits')
  await screen.findByText('No payment splits found')
})

test('a failed split is retried under one key, and says what came of it', async () => {
  const retried = backend([FAILED])
  const { user } = visit('/dashboard?tab=splits')
  const card = within(await screen.findByRole('article'))
  expect(card.getByText(/could not be sent: The account cannot be paid/)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Retry Split' }))
  await screen.findByText('Payment split retry initiated successfully!')
  expect(retried).toEqual(['pay-1 retry-spl-1-1'])
  server.use(
    http.post('*/api/v1/payments/:id/split/retry', () =>
      aProblem(409, 'Payment split not found or not in failed state'),
    ),
  )
  await user.click(card.getByRole('button', { name: 'Retry Split' }))
  await screen.findByText('Retry failed: Payment split not found or not in failed state')
})

test('administrators see everybody’s splits with the figures of 30 days', async () => {
  signedInAs({ userType: 'admin' })
  backend([FAILED], 'splits/all')
  visit('/dashboard?tab=splits')
  await screen.findByRole('heading', { name: 'All Payment Splits' })
  await screen.findByText('97.5%')
  for (const part of [
    'Total Driver Payouts',
    'Total Platform Revenue',
    'Success Rate',
    'Average Driver Payout',
    '$1,196.00',
  ]) {
    expect(screen.getByText(part)).toBeVisible()
  }
})

test('administrators narrow the splits and take them out as they are narrowed', async () => {
  signedInAs({ userType: 'admin' })
  backend([aSplit()], 'splits/all')
  const asked: string[] = []
  server.use(
    http.get('*/api/v1/splits/all', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString())
      return HttpResponse.json({ items: [], next: null })
    }),
    http.get('*/api/v1/splits/all/export', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString())
      return new HttpResponse('"id"\r\n', { headers: { 'Content-Type': 'text/csv' } })
    }),
  )
  const { user } = visit('/admin?tab=splits')
  await user.selectOptions(await screen.findByLabelText('Status'), 'Failed')
  await waitFor(() => expect(asked.at(-1)).toBe('limit=20&status=failed'))
  await user.type(screen.getByLabelText('Search'), '10014')
  await waitFor(() => expect(asked.at(-1)).toBe('limit=20&status=failed&search=10014'))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await screen.findByText('haulage-splits.csv was saved.')
  expect(asked.at(-1)).toMatch(/^columns=order&.*&status=failed&search=10014$/)
})

test('a list that fails can be tried again', async () => {
  backend([aSplit()])
  server.use(http.get('*/api/v1/splits', () => aProblem(409, 'Repairs.'), { once: true }))
  const { user } = visit('/dashboard?tab=splits')
  await screen.findByText('The payment splits could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.getByRole('article')).toBeVisible())
})
