import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ConfirmationOut } from '@/api/generated/types.gen'
import { aConfirmation, aReceipt, paymentApi } from '@/testing/payments'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

function confirmed(confirmation: ConfirmationOut = aConfirmation()) {
  const { seen, handlers } = paymentApi([])
  server.use(
    http.get('*/api/v1/confirmations/:id', () => HttpResponse.json(confirmation)),
    ...handlers,
  )
  return seen
}

beforeEach(() => signedInAs())

const shown = () => screen.findByRole('heading', { name: 'Payment Successful' })

test('says what was paid, who comes and when, and what happens next', async () => {
  confirmed()
  visit('/payment-success/cnf-1')
  await shown()
  expect(screen.getByText('AB12C-DE34F')).toBeVisible()
  const driver = within(screen.getByRole('region', { name: 'Your driver' }))
  for (const part of ['Dee Driver', '4.80', '2021 Ford Transit, van']) {
    expect(driver.getByText(part)).toBeVisible()
  }
  expect(driver.getByText('12 min')).toBeVisible()
  expect(driver.getByRole('button', { name: 'Call Driver' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Track Your Order' })).toHaveAttribute(
    'href',
    '/track/order-1',
  )
  const service = screen.getByRole('region', { name: 'Service details' })
  expect(service).toHaveTextContent('1515 Broadway, New York, NY 10036')
  expect(service).toHaveTextContent('200 Bedford Ave, Brooklyn, NY 11249')
  const summary = screen.getByRole('region', { name: 'Payment summary' })
  expect(summary).toHaveTextContent('Total$27.06')
  expect(screen.getByRole('list', { name: 'Timeline' })).toHaveTextContent('Order Confirmed (done)')
  expect(screen.getByText('Simulated payment: no card was charged.')).toBeVisible()
})

test('the receipt of a tip has no line of what was not charged', async () => {
  const nothing = { base_fee_cents: 0, distance_fee_cents: 0, time_fee_cents: 0 }
  const rest = { service_fee_cents: 0, helper_fee_cents: 0, taxes_cents: 0 }
  const tip = { ...nothing, ...rest, tip_cents: 500, total_cents: 500 }
  confirmed(aConfirmation({ receipt: aReceipt({ fare_breakdown: tip }) }))
  visit('/payment-success/cnf-1')
  await shown()
  const summary = screen.getByRole('region', { name: 'Payment summary' })
  expect(summary).toHaveTextContent('Tip$5.00Total$5.00')
  expect(summary).not.toHaveTextContent('$0.00')
})

test('the confirmation number can be copied', async () => {
  confirmed()
  const { user } = visit('/payment-success/cnf-1')
  await shown()
  await user.click(screen.getByRole('button', { name: 'Copy the confirmation number' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('AB12C-DE34F')
})

test('the receipt is mailed, and the button says so for three seconds', async () => {
  const seen = confirmed()
  const { user } = visit('/payment-success/cnf-1')
  await shown()
  await user.click(screen.getByRole('button', { name: 'Email Receipt' }))
  await screen.findByRole('button', { name: 'Email Sent!' })
  expect(seen.mailed).toEqual([{ address: null }])
  await screen.findByRole('button', { name: 'Email Receipt' })
})

test('a receipt that cannot be mailed is told', async () => {
  confirmed()
  server.use(http.post('*/api/v1/receipts/:id/email', () => aProblem(503, 'No mail.')))
  const { user } = visit('/payment-success/cnf-1')
  await shown()
  await user.click(screen.getByRole('button', { name: 'Email Receipt' }))
  await screen.findByText('Failed to email receipt. Please try again.')
})

test('the receipt opens in a tab of its own', async () => {
  confirmed()
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const { user } = visit('/payment-success/cnf-1')
  await shown()
  await user.click(screen.getByRole('button', { name: 'Download Receipt' }))
  await waitFor(() => expect(tab.location.href).toBe('/api/v1/documents/receipt/x'))
})

test('while nobody is assigned the driver is being found', async () => {
  confirmed(aConfirmation({ driver_assignment: null, order_status: 'pending' }))
  visit('/payment-success/cnf-1')
  await shown()
  expect(screen.getByText('We are finding your driver. They appear here.')).toBeVisible()
})

test('a cancelled order says so, with what goes back', async () => {
  const receipt = aReceipt({ refund_cents: 2706, refunded_cents: 2706, simulated: false })
  confirmed(aConfirmation({ order_status: 'cancelled', receipt }))
  visit('/payment-success/cnf-1')
  await screen.findByRole('heading', { name: 'This order was canceled' })
  expect(screen.getByRole('region', { name: 'Payment summary' })).toHaveTextContent(
    'Refunded-$27.06Net paid$0.00',
  )
  expect(screen.queryByText(/Simulated payment/)).not.toBeInTheDocument()
})

test.each(['/payment-success', '/payment-success/cnf-unknown'])(
  '%s is no confirmation',
  async (address) => {
    server.use(
      http.get('*/api/v1/confirmations/:id', () => aProblem(404, 'Confirmation not found')),
    )
    visit(address)
    await screen.findByRole('heading', { name: 'Invalid Confirmation' })
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
  },
)

test('a confirmation that cannot be loaded can be tried again', async () => {
  confirmed()
  server.use(
    http.get('*/api/v1/confirmations/:id', () => aProblem(409, 'Being repaired.'), { once: true }),
  )
  const { user } = visit('/payment-success/cnf-1')
  await screen.findByText('Your confirmation could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await shown()
})

test('the sample is open to everybody and leads to the sample order', async () => {
  localStorage.clear()
  visit('/payment-success/demo')
  await shown()
  expect(screen.getByText(/Sample booking/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Track Your Order' })).toHaveAttribute(
    'href',
    '/track/demo-order',
  )
  expect(screen.queryByRole('button', { name: 'Email Receipt' })).not.toBeInTheDocument()
})
