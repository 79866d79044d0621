import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { TrackingOut } from '@/api/generated/types.gen'
import { aPayment } from '@/testing/booking'
import { anOrder } from '@/testing/orders'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { centsOf } from './Tip'

const DEE = {
  id: 'drv-1',
  name: 'Dee Driver',
  phone: '+12125550177',
  rating: 4.8,
  total_jobs: 12,
  photo_id: null,
  vehicle: { type: 'van', make: 'Ford', model: 'Transit', year: 2021 },
} as unknown as TrackingOut['driver']

/** A rated order, and a till that opens a tip and takes any card. */
function serve(tip_cents: number | null = null) {
  const order = anOrder({
    id: 'o-1',
    status: 'completed',
    customer_id: 'user-ann',
    customer_rating: 5,
    customer_feedback: '',
  })
  const opened: number[] = []
  const payment = (cents: number, status: 'succeeded' | 'requires_payment_method') =>
    aPayment({ id: `pay-${cents}`, order_id: 'o-1', amount_cents: cents, status })
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () =>
      HttpResponse.json({ order, driver: DEE, tip_cents }),
    ),
    http.post('*/api/v1/orders/:id/tips', async ({ request }) => {
      const { amount_cents: cents } = (await request.json()) as { amount_cents: number }
      opened.push(cents)
      return HttpResponse.json(payment(cents, 'requires_payment_method'))
    }),
    http.post('*/api/v1/payments/:id/confirm', ({ params }) =>
      HttpResponse.json({
        payment: payment(Number(String(params.id).slice(4)), 'succeeded'),
        order,
      }),
    ),
  )
  return opened
}

async function payByCard({ user }: ReturnType<typeof visit>, action: string) {
  await user.type(await screen.findByLabelText('Card Number'), '4242424242424242')
  await user.type(screen.getByLabelText('Expiry (MM/YY)'), '1240')
  await user.type(screen.getByLabelText('CVC'), '123')
  await user.type(screen.getByLabelText('Cardholder Name'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: action }))
}

test('a rated order takes a tip, which is paid by card and thanked for', async () => {
  signedInAs()
  const opened = serve()
  const page = visit('/rate/o-1')
  await page.user.click(await screen.findByRole('button', { name: '$5' }))
  await payByCard(page, 'Pay $5.00')
  const thanks = await screen.findByText('Thank you. Dee Driver gets the whole $5.00.')
  expect(document.activeElement).toContainElement(thanks)
  expect(opened).toEqual([500])
})

test('a tip that was given before is shown, and none is asked for', async () => {
  signedInAs()
  serve(500)
  visit('/rate/o-1')
  await screen.findByText('You gave Dee Driver a tip of $5.00.')
  expect(screen.queryByRole('button', { name: '$5' })).not.toBeInTheDocument()
})

test('any other amount can be typed, and what is none is refused beside the field', async () => {
  signedInAs()
  const opened = serve()
  const { user } = visit('/rate/o-1')
  const tip = within(await screen.findByRole('region', { name: 'Add a tip for Dee Driver?' }))
  const field = tip.getByLabelText('Other amount in dollars')
  await user.type(field, 'much')
  await user.click(tip.getByRole('button', { name: 'Add tip' }))
  expect(tip.getByRole('alert')).toHaveTextContent('Enter an amount from $1.00 to $500.00.')
  await user.clear(field)
  await user.type(field, '7.50')
  expect(tip.queryByRole('alert')).toBeNull()
  await user.click(tip.getByRole('button', { name: 'Add tip' }))
  await screen.findByRole('button', { name: 'Pay $7.50' })
  expect(opened).toEqual([750])
})

test('a tip that was given already is told, and no card is asked for', async () => {
  signedInAs()
  serve()
  server.use(
    http.post('*/api/v1/orders/:id/tips', () =>
      aProblem(409, 'You have already added a tip to this order.', 'tip_already_given'),
    ),
  )
  const { user } = visit('/rate/o-1')
  await user.click(await screen.findByRole('button', { name: '$3' }))
  await screen.findByText('You have already added a tip to this order.')
  expect(screen.queryByLabelText('Card Number')).not.toBeInTheDocument()
})

test.each([
  ['7', 700],
  ['$7.5', 750],
  [' 7,25 ', 725],
  ['500', 50_000],
  ['1', 100],
  ['0.99', null],
  ['500.01', null],
  ['-5', null],
  ['5.001', null],
  ['', null],
])('%j is %s cents', (text, cents) => {
  expect(centsOf(text)).toBe(cents)
})
