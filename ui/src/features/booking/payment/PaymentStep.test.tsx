import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  anOffer,
  anUnpaidOrder,
  aPayment,
  aQuote,
  type bookingApi,
  openBooking,
  paid,
  storedDraft,
} from '@/testing/booking'
import { alertInStep, chosen, payButton, ready, refusal } from '@/testing/paymentStep'
import type { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { cancellationRule } from './cancellationRule'

const DECLINED = 'Your card was declined. Please try a different payment method.'

let seen: ReturnType<typeof bookingApi>['seen']

beforeEach(() => {
  signedInAs()
  seen = openBooking()
})

/** As on a device of this width. */
function onScreenThat(fits: (media: string) => boolean) {
  const { matchMedia } = window
  const spy = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) => ({ ...matchMedia(media), matches: fits(media) }))
  onTestFinished(() => spy.mockRestore())
}

async function fillIn({ user }: ReturnType<typeof visit>, number = '4242424242424242') {
  await user.clear(screen.getByLabelText('Card Number'))
  await user.type(screen.getByLabelText('Card Number'), number)
  await user.type(screen.getByLabelText('Expiry (MM/YY)'), '1240')
  await user.type(screen.getByLabelText('CVC'), '123')
  await user.type(screen.getByLabelText('Cardholder Name'), 'Ann Lee')
}

describe('payment', () => {
  test('on a phone it is paid from the bar that has the way on of every step', async () => {
    onScreenThat((media) => media.includes('max-width: 48em'))
    const page = await ready()
    const bar = screen.getByRole('region', { name: 'Price and next step' })
    const pay = within(bar).getByRole('button', { name: 'Pay $27.06' })
    expect(screen.getAllByRole('button', { name: /^Pay / })).toEqual([pay])
    await page.user.click(pay)
    expect(screen.getByLabelText('Card Number')).toHaveFocus()
    await fillIn(page)
    await page.user.click(pay)
    await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
  })

  test('shows the whole order, both prices and what is paid', async () => {
    await ready()
    expect(screen.getByText('Complete payment to confirm your booking')).toBeVisible()
    const summary = screen.getByRole('region', { name: 'Order summary' })
    for (const part of [
      'Maria Lopez',
      '4.80',
      'Van, Ford Transit 2021',
      'arrives in 12 min',
      '401 W 25th St, New York, NY 10001',
      '475 5th St, Brooklyn, NY 11215',
      '5.0 mi, 20 min',
      'Small Items',
      'Two boxes',
      'Ann, +1 212 555 0100',
    ]) {
      expect(summary).toHaveTextContent(part)
    }
    const prices = screen.getByRole('region', { name: 'Both prices' })
    expect(prices).toHaveTextContent('Calculator price$43.30$40.00 + $3.30 tax')
    expect(prices).toHaveTextContent('Maria Lopez’s priceYou pay this$27.06$25.00 + $2.06 tax')
    expect(screen.getByRole('button', { name: 'Pay $27.06' })).toBeEnabled()
  })

  test('says before paying which end has no house number', async () => {
    const { pickup } = chosen()
    await ready(chosen({ pickup: pickup && { ...pickup, precision: 'street' } }))
    const summary = screen.getByRole('region', { name: 'Order summary' })
    expect(within(summary).getAllByText(/^No house number: your driver will ask/)).toHaveLength(1)
  })

  test('says before paying what cancelling costs', async () => {
    await ready()
    expect(screen.getByText(/Free to cancel for 5 minutes after you pay, then \$10/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Cancellation terms' })).toHaveAttribute(
      'href',
      '/terms#cancelling',
    )
    expect(cancellationRule('2030-01-02T15:00:00Z')).toMatch(/until 60 minutes before the pickup/)
  })

  test('where the price list is what everybody pays, there are no two prices to compare', async () => {
    const calculated = aQuote('quo-0', {}).fare
    await ready(chosen({ offer: anOffer({ fare: calculated }) }))
    expect(screen.queryByText('How this compares with our price list')).not.toBeInTheDocument()
  })

  test('makes the order from the draft, once, and remembers it', async () => {
    await ready()
    expect(seen.booked.map(({ body }) => body)).toEqual([
      {
        quote_id: 'quo-0',
        driver_id: 'drv-maria',
        contact: { name: 'Ann', phone: '+1 212 555 0100' },
        items_description: 'Two boxes',
      },
    ])
    expect(storedDraft().booked?.orderId).toBe('ord-1')
  })

  test('a success ends the draft and leads to the order', async () => {
    const page = await ready()
    await fillIn(page)
    await page.user.click(await payButton())
    await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
    await waitFor(() => expect(window.sessionStorage.getItem('haulage-booking')).toBeNull())
  })

  test('a driver who was taken meanwhile is told, and the order goes on', async () => {
    server.use(
      http.post('*/api/v1/payments/:id/confirm', () =>
        HttpResponse.json({ ...paid(), order: anUnpaidOrder({ payment_status: 'paid' }) }),
      ),
    )
    const page = await ready()
    await fillIn(page)
    await page.user.click(await payButton())
    await screen.findByText(/Your driver was taken a moment ago/)
    expect(page.router.state.location.pathname).toBe('/track/ord-1')
  })

  test('never keeps the card', async () => {
    const page = await ready()
    await fillIn(page)
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('4242')
  })
})

describe('the card form', () => {
  test('names every fault and goes to the first', async () => {
    const { user } = await ready()
    await user.click(await payButton())
    expect(screen.getByText('The card number has at least 16 digits.')).toBeVisible()
    expect(screen.getByText('Enter the date as MM/YY.')).toBeVisible()
    expect(screen.getByText('The CVC has at least 3 digits.')).toBeVisible()
    expect(screen.getByText('The name has at least 2 characters.')).toBeVisible()
    expect(screen.getByLabelText('Card Number')).toHaveFocus()
    expect(seen.charged).toEqual([])
  })

  test('groups the number and writes the slash', async () => {
    const page = await ready()
    await fillIn(page)
    expect(screen.getByLabelText('Card Number')).toHaveValue('4242 4242 4242 4242')
    expect(screen.getByLabelText('Expiry (MM/YY)')).toHaveValue('12/40')
  })

  test('shows what the server found wrong, at its field', async () => {
    server.use(
      http.post('*/api/v1/payments/:id/confirm', () =>
        refusal(422, 'invalid_input', 'card.expiry is in the past', 'card.expiry'),
      ),
    )
    const page = await ready()
    await fillIn(page)
    await page.user.click(await payButton())
    await screen.findByText('card.expiry is in the past')
    expect(screen.getByLabelText('Expiry (MM/YY)')).toBeInvalid()
  })

  test('offers test cards only where cards are simulated', async () => {
    const { user } = await ready()
    const cards = within(await screen.findByRole('region', { name: 'Test cards' }))
    await user.click(cards.getByRole('button', { name: /4242 4242 4242 4242/ }))
    expect(screen.getByLabelText('Card Number')).toHaveValue('4242 4242 4242 4242')
  })
})

describe('a declined card', () => {
  test('says why, keeps the order, and another attempt has another key', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/v1/payments/:id/confirm', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length === 1
          ? refusal(402, 'card_declined', DECLINED, 'card')
          : HttpResponse.json(paid())
      }),
    )
    const page = await ready()
    await fillIn(page)
    await page.user.click(await payButton())
    expect(await alertInStep()).toHaveTextContent(
      `Payment failed: ${DECLINED} Please try again or contact support.`,
    )
    expect(await alertInStep()).toHaveFocus()
    await page.user.click(await payButton())
    await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
    expect(new Set(keys).size).toBe(2)
    expect(seen.booked).toHaveLength(1)
  })

  test('an attempt whose answer was lost is sent again under its own key', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/api/v1/payments/:id/confirm', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(paid())
      }),
    )
    const page = await ready()
    await fillIn(page)
    await page.user.click(await payButton())
    expect(await alertInStep()).toHaveTextContent('You cannot be charged twice')
    await page.user.click(await payButton())
    await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
    expect(keys[0]).toBe(keys[1])
  })
})

test('an attempt that paid and whose answer was lost is no failure', async () => {
  const page = await ready()
  server.use(
    http.post('*/api/v1/payments/:id/confirm', () => HttpResponse.error()),
    http.post('*/api/v1/payments/:id/settle', () => HttpResponse.json(paid())),
  )
  await fillIn(page)
  await page.user.click(await payButton())
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
})

describe('a payment that another tab has made', () => {
  const inProgress = () =>
    refusal(409, 'payment_in_progress', 'Another payment for this order is being processed.')

  test('leads to the order, and says nothing of a failure', async () => {
    const page = await ready()
    server.use(
      http.post('*/api/v1/payments/:id/confirm', inProgress),
      http.post('*/api/v1/payments/:id/settle', () => HttpResponse.json(paid())),
    )
    await fillIn(page)
    await page.user.click(await payButton())
    await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
  })

  test('is waited for while nobody knows what came of it', async () => {
    const page = await ready()
    server.use(
      http.post('*/api/v1/payments/:id/confirm', inProgress),
      http.post('*/api/v1/payments/:id/settle', inProgress),
    )
    await fillIn(page)
    await page.user.click(await payButton())
    expect(
      await screen.findByText('Another payment for this order is being processed.'),
    ).toBeVisible()
    expect(screen.getByText('You cannot be charged twice for this order.')).toBeVisible()
    expect(screen.queryByText(/Payment failed/)).not.toBeInTheDocument()
  })
})

describe('3-D Secure', () => {
  beforeEach(() => {
    server.use(
      http.post('*/api/v1/payments/:id/confirm', () =>
        HttpResponse.json({ ...paid(), payment: aPayment({ status: 'requires_action' }) }),
      ),
    )
  })

  test('approved, pays', async () => {
    const answers: unknown[] = []
    server.use(
      http.post('*/api/v1/payments/:id/authenticate', async ({ request }) => {
        answers.push(await request.json())
        return HttpResponse.json(paid())
      }),
    )
    const page = await ready()
    await fillIn(page, '4000000000003220')
    await page.user.click(await payButton())
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm with your bank' }))
    await page.user.click(dialog.getByRole('button', { name: 'Approve payment' }))
    await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
    expect(answers).toEqual([{ approved: true }])
  })

  test('declined, says so and lets another card be tried', async () => {
    server.use(
      http.post('*/api/v1/payments/:id/authenticate', () =>
        refusal(402, 'card_declined', DECLINED, 'card'),
      ),
    )
    const page = await ready()
    await fillIn(page, '4000000000003220')
    await page.user.click(await payButton())
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Decline' }))
    expect(await alertInStep()).toHaveTextContent(DECLINED)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(await payButton()).toBeEnabled()
  })
})
