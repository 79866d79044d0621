import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anOffer,
  anUnpaidOrder,
  aPayment,
  type bookingApi,
  keepDraft,
  openBooking,
  storedDraft,
} from '@/testing/booking'
import { alertInStep, chosen, payButton, ready, refusal } from '@/testing/paymentStep'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

let seen: ReturnType<typeof bookingApi>['seen']

beforeEach(() => {
  signedInAs()
  seen = openBooking()
})

describe('when payment cannot be opened', () => {
  test('a failed order says so and can be tried again', async () => {
    server.use(http.post('*/api/v1/orders', () => refusal(409, 'conflict', 'Please try again.')))
    keepDraft(chosen())
    const { user } = visit('/book-service?step=5')
    const alert = await alertInStep()
    expect(alert).toHaveTextContent('Order creation failed. Please try again.')
    expect(await payButton()).toBeDisabled()
    server.resetHandlers()
    seen = openBooking()
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
  })

  test('a failed intent says so, and the order is not made twice', async () => {
    server.use(
      http.post('*/api/v1/orders/:id/payment', () => refusal(409, 'conflict', 'Not this time.')),
    )
    keepDraft(chosen())
    const { user } = visit('/book-service?step=5')
    const alert = await alertInStep()
    expect(alert).toHaveTextContent('Failed to initialize payment. Please try again.')
    expect(alert).toHaveTextContent('Failed to create payment intent')
    server.use(http.post('*/api/v1/orders/:id/payment', () => HttpResponse.json(aPayment())))
    await user.click(within(alert).getByRole('button', { name: 'Try Again' }))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    expect(seen.booked).toHaveLength(1)
  })

  test('a driver who is not offered any more leads back to the list, with everything kept', async () => {
    server.use(
      http.post('*/api/v1/orders', () => refusal(409, 'driver_not_offered', 'Choose another.')),
    )
    keepDraft(chosen())
    visit('/book-service?step=5')
    await screen.findByRole('heading', { level: 1, name: 'Choose a driver' })
    expect(await screen.findByText('Maria Lopez is no longer available.')).toBeVisible()
    expect(storedDraft()).toMatchObject({ details: { description: 'Two boxes' }, offer: null })
  })

  test('a quote that the server calls expired is renewed, with both prices', async () => {
    server.use(
      http.post('*/api/v1/orders', () => refusal(409, 'quote_expired', 'This quote has expired.'), {
        once: true,
      }),
    )
    const older = anOffer({ fare: { ...anOffer().fare, total_cents: 2600 } })
    keepDraft(chosen({ offer: older }))
    const { user } = visit('/book-service?step=5')
    const alert = await alertInStep()
    expect(alert).toHaveTextContent('This price has expired.')
    await user.click(within(alert).getByRole('button', { name: 'Get New Price' }))
    await screen.findByText('The price is now $27.06. It was $26.00.')
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    expect(seen.booked.at(-1)?.body.quote_id).toBe('quo-1')
  })

  test('offline, nothing is charged and it opens by itself', async () => {
    onlineManager.setOnline(false)
    keepDraft(chosen())
    visit('/book-service?step=5')
    await screen.findByText(/Payment opens as soon as the connection is back/)
    expect(await payButton()).toBeDisabled()
    onlineManager.setOnline(true)
    await waitFor(async () => expect(await payButton()).toBeEnabled())
  })
})

test('an order that was paid already leads on without a card', async () => {
  server.use(
    http.post('*/api/v1/orders/:id/payment', () =>
      HttpResponse.json(aPayment({ status: 'succeeded' })),
    ),
  )
  keepDraft(chosen())
  const page = visit('/book-service?step=5')
  await screen.findByText('This order is paid.')
  expect(screen.queryByLabelText('Card Number')).not.toBeInTheDocument()
  await page.user.click(screen.getByRole('button', { name: 'Track Your Order' }))
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
})

describe('changing one’s mind', () => {
  test('coming back unchanged finds the same order', async () => {
    const page = await ready()
    await page.user.click(screen.getByRole('button', { name: 'Back' }))
    await page.user.click(await screen.findByRole('button', { name: 'Continue' }))
    await waitFor(async () => expect(await payButton()).toBeEnabled())
    expect(seen.booked).toHaveLength(1)
    expect(seen.cancelled).toEqual([])
  })

  test('another description gives the old order up and asks the same driver anew', async () => {
    await ready(chosen({ booked: { orderId: 'ord-old', quoteId: 'quo-0', madeFrom: 'before' } }))
    expect(seen.cancelled).toEqual(['ord-old'])
    expect(seen.quoteRequests).toHaveLength(1)
    expect(seen.booked.at(-1)?.body).toMatchObject({ quote_id: 'quo-1', driver_id: 'drv-maria' })
  })

  test('an order whose answer was lost is found and replaced', async () => {
    server.use(
      http.get('*/api/v1/orders', () =>
        HttpResponse.json({
          items: [anUnpaidOrder({ id: 'ord-lost', quote_id: 'quo-0' })],
          next: null,
        }),
      ),
      http.post(
        '*/api/v1/orders',
        () => refusal(409, 'quote_already_booked', 'This quote is booked already.'),
        { once: true },
      ),
    )
    await ready()
    expect(seen.cancelled).toEqual(['ord-lost'])
    expect(seen.booked.at(-1)?.body.quote_id).toBe('quo-1')
  })
})
