import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { aRecord, aTaxYear, paymentApi } from '@/testing/payments'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { plainTop } from './MonthBars'

function backend(...args: Parameters<typeof paymentApi>) {
  const { seen, handlers } = paymentApi(...args)
  server.use(...handlers)
  return seen
}

const tab = { location: { href: '' }, close: vi.fn() }

const { matchMedia } = window

/** jsdom has no width: whether there is room for a table is said here. */
function wide(isWide: boolean) {
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    ...matchMedia(media),
    matches: media === '(min-width: 60em)' && isWide,
  }))
}

beforeEach(() => {
  signedInAs()
  wide(true)
  tab.location.href = ''
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
})

test('every payment has its date, order, service, driver, card, amount and status', async () => {
  backend([aRecord()])
  visit('/dashboard?tab=payments')
  const row = await screen.findByRole('row', { name: /#10001/ })
  for (const part of ['Nov 20, 2026', 'Delivery', 'Dee Driver', 'Visa ending 4242', '$27.06']) {
    expect(row).toHaveTextContent(part)
  }
  expect(within(row).getByText('Completed')).toBeVisible()
})

test('the summary cards are of the tax year', async () => {
  backend([aRecord()])
  visit('/dashboard?tab=payments')
  const panel = within(await screen.findByRole('region', { name: 'Payment History' }))
  expect(await panel.findByText('$33.33')).toBeVisible()
  for (const label of ['Total Spent', 'Total Orders', 'Average Order']) {
    expect(panel.getByText(label)).toBeVisible()
  }
})

test('on a phone every payment is a card', async () => {
  wide(false)
  backend([aRecord()])
  visit('/dashboard?tab=payments')
  const card = await screen.findByRole('article', { name: 'Order #10001' })
  for (const part of ['Nov 20, 2026', 'Delivery', 'Dee Driver', 'Visa ending 4242', '$27.06']) {
    expect(card).toHaveTextContent(part)
  }
  expect(within(card).getByRole('button', { name: /^Download receipt/ })).toBeVisible()
})

test('a refund is noted beside its amount', async () => {
  backend([
    aRecord({ status: 'refunded', refund_amount_cents: 2706, refunded_cents: 2706 }),
    aRecord({ id: 'pay-2', order_number: 10002, status: 'refunded', refund_amount_cents: 1000 }),
  ])
  visit('/dashboard?tab=payments')
  const whole = await screen.findByRole('row', { name: /#10001/ })
  const part = screen.getByRole('row', { name: /#10002/ })
  expect(whole).toHaveTextContent('Refunded: $27.06')
  expect(part).toHaveTextContent('Refund on its way: $10.00')
  expect(within(whole).getByText('Refunded')).toBeVisible()
  expect(within(part).getByText('Partly refunded')).toBeVisible()
})

test('nothing paid yet says so', async () => {
  backend([])
  visit('/dashboard?tab=payments')
  await screen.findByText('No payment history found')
  expect(screen.getByRole('link', { name: 'Book a Service' })).toBeVisible()
})

test('filters go into the address and to the server', async () => {
  const seen = backend([])
  const { user, router } = visit('/dashboard?tab=payments')
  await user.selectOptions(await screen.findByLabelText('Status'), 'Refunded')
  await user.selectOptions(screen.getByLabelText('Type'), 'Moving')
  await user.selectOptions(screen.getByLabelText('Time period'), 'Last 7 days')
  await user.type(screen.getByLabelText('Search'), 'sofa')
  await waitFor(() =>
    expect(Object.fromEntries(seen.asked.at(-1) ?? [])).toMatchObject({
      status: 'refunded',
      service_type: 'moving',
      period: 'week',
      search: 'sofa',
    }),
  )
  expect(router.state.location.search).toMatchObject({ tab: 'payments', status: 'refunded' })
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('status', 'refunded'))
  expect(screen.getByLabelText('Search')).toHaveValue('')
})

test('another tax year shows the payments of that year', async () => {
  const seen = backend([])
  const { user } = visit('/dashboard?tab=payments')
  await waitFor(() => expect(screen.getByLabelText('Tax year')).toBeEnabled())
  await user.selectOptions(screen.getByLabelText('Tax year'), '2025')
  await waitFor(() =>
    expect(Object.fromEntries(seen.asked.at(-1) ?? [])).toMatchObject({
      period: 'year',
      tax_year: '2025',
    }),
  )
})

test('a receipt opens in a tab of its own, and one that fails only leaves a line in the log', async () => {
  const seen = backend([aRecord()])
  const { user } = visit('/dashboard?tab=payments')
  const download = await screen.findByRole('button', { name: 'Download receipt of order #10001' })
  await user.click(download)
  await waitFor(() => expect(tab.location.href).toBe('/api/v1/documents/receipt/x'))
  expect(seen.printed).toEqual(['rcp-1'])
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  server.use(http.post('*/api/v1/receipts/:id/pdf', () => aProblem(404, 'Receipt not found')))
  await user.click(download)
  await waitFor(() => expect(log).toHaveBeenCalled())
  expect(tab.close).toHaveBeenCalled()
})

test('a receipt is mailed, or the failure told', async () => {
  const seen = backend([aRecord()])
  const { user } = visit('/dashboard?tab=payments')
  const mail = await screen.findByRole('button', { name: 'Email receipt of order #10001' })
  await user.click(mail)
  await screen.findByText('Receipt emailed successfully!')
  expect(seen.mailed).toEqual([{ address: null }])
  server.use(http.post('*/api/v1/receipts/:id/email', () => aProblem(429, 'Too many requests.')))
  await user.click(mail)
  await screen.findByText('Failed to email receipt. Please try again.')
})

test('details show the receipt line by line and mail it to another address', async () => {
  const seen = backend([aRecord()])
  const { user } = visit('/dashboard?tab=payments')
  await user.click(await screen.findByRole('button', { name: /^View details/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Payment of order #10001' }))
  expect(await dialog.findByText('Distance fee')).toBeVisible()
  expect(dialog.getByText('$15.00')).toBeVisible()
  const address = dialog.getByLabelText('Email this receipt to')
  await user.clear(address)
  await user.type(address, 'books@example.com')
  await user.click(dialog.getByRole('button', { name: 'Email Receipt' }))
  await waitFor(() => expect(seen.mailed).toEqual([{ address: 'books@example.com' }]))
})

test('a declined payment has details and no receipt', async () => {
  backend([
    aRecord({ status: 'failed', receipt_id: null, receipt_number: null, confirmation_id: null }),
  ])
  const { user } = visit('/dashboard?tab=payments')
  const row = within(await screen.findByRole('row', { name: /#10001/ }))
  expect(row.queryByRole('button', { name: /receipt/ })).not.toBeInTheDocument()
  await user.click(row.getByRole('button', { name: /^View details/ }))
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    '$27.06 were not charged to Visa ending 4242.',
  )
})

test.each([
  ['whose word is awaited', 'open', /^The bank has not decided yet/],
  ['that its money went back', 'lost', /decided the dispute in your favor: the money went back/],
] as const)('a disputed payment says %s', async (_what, dispute, sentence) => {
  backend([aRecord({ status: 'disputed', dispute })])
  const { user } = visit('/dashboard?tab=payments')
  const row = within(await screen.findByRole('row', { name: /#10001/ }))
  expect(row.getByText('Disputed')).toBeVisible()
  await user.click(row.getByRole('button', { name: /^View details/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('This payment was disputed at the card’s bank.')).toBeVisible()
  expect(dialog.getByText(sentence)).toBeVisible()
})

test('the tax year is summed by service and by month, and can be kept', async () => {
  const seen = backend([])
  const { user } = visit('/dashboard?tab=payments')
  const summary = within(await screen.findByRole('region', { name: 'Tax Year Summary 2026' }))
  expect(summary.getByText('75%')).toBeVisible()
  const january = summary.getByRole('row', { name: /January/ })
  expect(january).toHaveTextContent('January$25.00$75.00$0.00')
  await user.click(summary.getByRole('button', { name: 'Download Tax Summary' }))
  await waitFor(() => expect(tab.location.href).toBe('/api/v1/documents/tax_summary/x'))
  expect(seen.printed).toEqual(['2026'])
})

test('what fails can be tried again, and Refresh asks anew', async () => {
  const seen = backend([aRecord()], aTaxYear())
  server.use(
    http.get('*/api/v1/payments/history', () => aProblem(409, 'Being repaired.'), { once: true }),
  )
  const { user } = visit('/dashboard?tab=payments')
  await screen.findByText('Your payments could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('row', { name: /#10001/ })
  const before = seen.asked.length
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(seen.asked.length).toBeGreaterThan(before))
})

test.each([
  [0, 10_000],
  [1, 1],
  [9_999, 10_000],
  [10_001, 20_000],
  [21_000, 25_000],
  [25_001, 50_000],
])('the axis for %i cents ends at %i', (cents, top) => {
  expect(plainTop(cents)).toBe(top)
})
