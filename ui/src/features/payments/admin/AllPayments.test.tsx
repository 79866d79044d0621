import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ListedPaymentOut } from '@/api/generated/types.gen'
import { centsOf } from '@/components/Money'
import { aPaymentOfAnybody, aReceipt } from '@/testing/payments'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

function backend(payments: ListedPaymentOut[]) {
  const requests: { body: unknown; key: string | null }[] = []
  server.use(
    http.get('*/api/v1/payments/all', () => HttpResponse.json({ items: payments, next: null })),
    http.get('*/api/v1/payments/:id/refund-parts', ({ request }) => {
      const asked = new URL(request.url).searchParams
      const cents = Number(asked.get('refund_cents'))
      const driver_cents = asked.get('goodwill') === 'true' ? 0 : 500
      const rest = { platform_cents: cents - driver_cents - 70, tax_cents: 70, fare_cents: 0 }
      return HttpResponse.json({ driver_cents, ...rest })
    }),
    http.get('*/api/v1/payments/:id/refunds', () => HttpResponse.json({ items: [] })),
    http.post('*/api/v1/payments/:id/refunds', async ({ request }) => {
      requests.push({ body: await request.json(), key: request.headers.get('idempotency-key') })
      return HttpResponse.json({ id: 'ref-1' }, { status: 201 })
    }),
  )
  return requests
}

beforeEach(() => signedInAs({ userType: 'admin' }))

async function refundDialog(user: ReturnType<typeof visit>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Refund payment pay-1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund payment' }))
  expect(dialog.getByText(/^pay-1/)).toBeVisible()
  expect(await dialog.findByText('Order #10007 of Ann Example')).toBeVisible()
  return dialog
}

test('the page is for administrators', async () => {
  signedInAs()
  visit('/admin?tab=payments')
  await screen.findByRole('heading', { name: 'This page is for administrators' })
})

test('part of a payment is given back, once, with its kind and reason', async () => {
  const requests = backend([aPaymentOfAnybody()])
  const { user } = visit('/admin?tab=payments')
  const dialog = await refundDialog(user)
  const amount = dialog.getByLabelText('Amount in dollars')
  await user.clear(amount)
  await user.type(amount, '12.5')
  const shown = async () => (await dialog.findByText('Sales tax')).closest('dl')?.textContent
  expect(await shown()).toBe('Driver’s share$5.00Platform$6.80Sales tax$0.70Refund$12.50')
  await user.selectOptions(dialog.getByLabelText('Kind'), 'goodwill')
  await waitFor(() => expect(dialog.queryByText('Driver’s share')).toBeNull())
  expect(await shown()).toBe('Platform$11.80Sales tax$0.70Refund$12.50')
  await user.type(dialog.getByLabelText('Reason'), 'Late')
  await user.click(dialog.getByRole('button', { name: 'Refund $12.50' }))
  await screen.findByText('$12.50 will be given back.')
  expect(requests.map(({ body }) => body)).toEqual([
    { amount_cents: 1250, goodwill: true, reason: 'Late' },
  ])
  expect(requests[0]?.key).toBeTruthy()
})

test('more than can be given back, or what is no amount, is not asked for', async () => {
  backend([aPaymentOfAnybody({ refundable_cents: 1000 })])
  const { user } = visit('/admin?tab=payments')
  const dialog = await refundDialog(user)
  const amount = dialog.getByLabelText('Amount in dollars')
  expect(amount).toHaveValue('10.00')
  await user.clear(amount)
  await user.type(amount, '10.01')
  expect(dialog.getByText('At most $10.00 can be given back.')).toBeVisible()
  await user.clear(amount)
  expect(dialog.getByText('Write an amount such as 12.50.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Refund' })).toBeDisabled()
})

test('what the server refuses is told where it was asked', async () => {
  backend([aPaymentOfAnybody()])
  server.use(
    http.post('*/api/v1/payments/:id/refunds', () => aProblem(409, 'This payment is disputed.')),
  )
  const { user } = visit('/admin?tab=payments')
  const dialog = await refundDialog(user)
  await user.click(dialog.getByRole('button', { name: 'Refund $27.06' }))
  expect(await dialog.findByText('This payment is disputed.')).toBeVisible()
})

test('a payment of which nothing is left offers no refund, and a disputed one says so', async () => {
  backend([
    aPaymentOfAnybody({ refundable_cents: 0, refund_requested_cents: 2706, refunded_cents: 2706 }),
    aPaymentOfAnybody({ id: 'pay-2', dispute: 'open' }),
    aPaymentOfAnybody({ id: 'pay-3', dispute: 'lost' }),
  ])
  visit('/admin?tab=payments')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Refund payment pay-1' })).toBeDisabled(),
  )
  expect(screen.getByLabelText('Payment pay-1')).toHaveTextContent('Refunded: $27.06')
  expect(within(screen.getByLabelText('Payment pay-2')).getByText('Dispute open')).toBeVisible()
  expect(within(screen.getByLabelText('Payment pay-3')).getByText('Dispute lost')).toBeVisible()
  const refund = screen.getByRole('button', { name: 'Refund payment pay-2' })
  expect(refund).toBeDisabled()
  expect(refund).toHaveAccessibleDescription('No refund while the card’s bank decides')
})

test('a payment leads to its receipt, which goes to its customer again', async () => {
  backend([aPaymentOfAnybody({ refund_requested_cents: 500, refunded_cents: 500 })])
  const mailed: unknown[] = []
  server.use(
    http.get('*/api/v1/receipts/rcp-1', () => HttpResponse.json(aReceipt())),
    http.post('*/api/v1/receipts/rcp-1/email', async ({ request }) => {
      mailed.push(await request.json())
      return HttpResponse.json({ address: 'ann@example.com' })
    }),
  )
  const { user } = visit('/admin?tab=payments')
  const row = within(await screen.findByLabelText('Payment pay-1'))
  expect(row.getByText('Partly refunded')).toBeVisible()
  await user.click(row.getByRole('button', { name: 'Receipt of payment pay-1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Receipt of order #10007' }))
  expect(await dialog.findByText('Distance fee')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Open Receipt' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Email Receipt' }))
  await screen.findByText('Receipt emailed successfully!')
  expect(mailed).toEqual([{ address: null }])
})

test.each([
  ['12.50', 1250],
  ['$1,200', 120_000],
  ['0.5', 50],
  ['.5', null],
  ['1.234', null],
  ['-1', null],
  ['1e3', null],
  ['', null],
])('%j is %j cents', (written, cents) => {
  expect(centsOf(written)).toBe(cents)
})

test('a payment leads to its order, and to all that its customer paid', async () => {
  backend([aPaymentOfAnybody()])
  visit('/admin?tab=payments')
  const payment = within(await screen.findByRole('article', { name: 'Payment pay-1' }))
  expect(payment.getByText(/Ann Example/)).toBeVisible()
  expect(payment.getByRole('link', { name: 'Order #10007' })).toHaveAttribute(
    'href',
    '/admin?tab=orders&search=%2310007&order=order-1',
  )
  expect(payment.getByRole('link', { name: 'ann@example.com' })).toHaveAttribute(
    'href',
    expect.stringContaining('search=ann%40example.com'),
  )
})

test('payments are narrowed by what is typed and chosen, and finding none says so', async () => {
  const questions: string[] = []
  server.use(
    http.get('*/api/v1/payments/all', ({ request }) => {
      const asked = new URL(request.url).searchParams
      asked.delete('limit')
      questions.push(asked.toString())
      return HttpResponse.json({ items: [], next: null })
    }),
  )
  const { router, user } = visit('/admin?tab=payments')
  await screen.findByText('No payments yet')
  await user.selectOptions(screen.getByLabelText('Show'), 'Disputed')
  await screen.findByText('No payments found')
  await user.type(screen.getByLabelText('Search'), 'pay-1')
  await waitFor(() => expect(questions.at(-1)).toBe('search=pay-1&disputed=true'))
  expect(router.state.location.search).toMatchObject({ search: 'pay-1', paid: 'disputed' })
})

test('payments are saved as a file with the columns that were chosen', async () => {
  backend([aPaymentOfAnybody()])
  const questions: URLSearchParams[] = []
  server.use(
    http.get('*/api/v1/payments/export', ({ request }) => {
      questions.push(new URL(request.url).searchParams)
      return new HttpResponse('"order"\r\n', { headers: { 'Content-Type': 'text/csv' } })
    }),
  )
  const { user } = visit('/admin?tab=payments&paid=refunded')
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export payments' }))
  // It begins with the columns that the list shows.
  expect(dialog.getByRole('checkbox', { name: 'Payment id' })).not.toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'All columns' }))
  for (const box of dialog.getAllByRole('checkbox')) await user.click(box)
  expect(dialog.getByText('Choose at least one column.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Download CSV' }))
  expect(questions).toEqual([])
  await user.click(dialog.getByRole('checkbox', { name: 'Amount' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Order number' }))
  await user.click(dialog.getByRole('button', { name: 'Download CSV' }))
  await screen.findByText('haulage-payments.csv was saved.')
  expect(questions[0]?.getAll('columns')).toEqual(['order', 'amount'])
  expect(questions[0]?.get('refunded')).toBe('true')
})

test('why a payment failed stands with its card, and what failed is listed alone', async () => {
  const asked: string[] = []
  backend([])
  server.use(
    http.get('*/api/v1/payments/all', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString())
      const payment = aPaymentOfAnybody({
        status: 'requires_payment_method',
        decline_reason: 'Your card has insufficient funds.',
        card_brand: 'visa',
        card_last4: '9995',
        refundable_cents: 0,
      })
      return HttpResponse.json({ items: [payment], next: null })
    }),
  )
  const { user } = visit('/admin?tab=payments')
  const row = within(await screen.findByRole('article', { name: 'Payment pay-1' }))
  expect(row.getByText(/Your card has insufficient funds\./)).toBeVisible()
  expect(row.getByText(/9995/)).toBeVisible()
  expect(row.getByText('Declined')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Show'), 'declined')
  await waitFor(() => expect(asked.at(-1)).toContain('declined=true'))
})

test('why an earlier card failed is still told once another has paid', async () => {
  backend([aPaymentOfAnybody({ decline_reason: 'Your card has insufficient funds.' })])
  visit('/admin?tab=payments')
  const row = within(await screen.findByRole('article', { name: 'Payment pay-1' }))
  expect(
    row.getByText('An earlier card did not pay: Your card has insufficient funds.'),
  ).toBeVisible()
  expect(row.queryByText('Declined')).not.toBeInTheDocument()
})

test('columns are chosen by keyboard, stay chosen, and the usual ones come back', async () => {
  backend([aPaymentOfAnybody()])
  const first = visit('/admin?tab=payments')
  const row = () => screen.findByRole('article', { name: 'Payment pay-1' })
  expect(await row()).toHaveTextContent('Customer Ann Example')
  expect(await row()).not.toHaveTextContent('Payment id')
  screen.getByRole('button', { name: 'Columns' }).focus()
  await first.user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Columns' }))
  dialog.getByRole('checkbox', { name: 'Payment id' }).focus()
  await first.user.keyboard(' ')
  dialog.getByRole('checkbox', { name: 'Customer' }).focus()
  await first.user.keyboard(' ')
  await first.user.click(dialog.getByRole('button', { name: 'Done' }))
  cleanup()

  const { user } = visit('/admin?tab=payments')
  expect(await row()).toHaveTextContent('Payment id pay-1')
  expect(await row()).not.toHaveTextContent('Customer')
  expect(await row()).toHaveTextContent('Order #10007')
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  await user.click(await screen.findByRole('button', { name: 'Usual columns' }))
  expect(await row()).toHaveTextContent('Customer Ann Example')
  expect(await row()).not.toHaveTextContent('Payment id')
})

test('columns that nobody can have chosen are not believed', async () => {
  localStorage.setItem('haulage.columns.payments', '["password", "amount"]')
  backend([aPaymentOfAnybody()])
  visit('/admin?tab=payments')
  const row = () => screen.findByRole('article', { name: 'Payment pay-1' })
  expect(await row()).toHaveTextContent(/^Order number Order #10007Amount \$27\.06RefundReceipt$/)
  cleanup()
  localStorage.setItem('haulage.columns.payments', '{')
  visit('/admin?tab=payments')
  expect(await row()).toHaveTextContent('Customer Ann Example')
})

test('a payment of an order with an undecided report says so, and so does its refund', async () => {
  backend([aPaymentOfAnybody({ open_claim_id: 'clm-1' })])
  const { user } = visit('/admin?tab=payments')
  const row = within(await screen.findByRole('article', { name: 'Payment pay-1' }))
  const toCase = '/admin?tab=claims&claim=clm-1'
  expect(row.getByRole('link', { name: 'Problem reported' })).toHaveAttribute('href', toCase)
  const dialog = await refundDialog(user)
  expect(dialog.getByText('A problem with this order waits for a decision')).toBeVisible()
  const link = dialog.getByRole('link', { name: 'Decide the report instead' })
  expect(link).toHaveAttribute('href', toCase)
})
