import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  aDraft,
  anOffer,
  aPayment,
  aQuote,
  bookingApi,
  keepDraft,
  paid,
  SECOND,
} from '@/testing/booking'
import { aSavedCard, cardsApi } from '@/testing/cards'
import { visit } from '@/testing/render'
import { aProblem, DEFAULT_STATUS, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { quoteRequestKey } from '../quoteRequest'

const stripe = vi.hoisted(() => ({
  loadStripe: vi.fn(),
  submit: vi.fn(),
  confirmPayment: vi.fn(),
  handleNextAction: vi.fn(),
  fetchUpdates: vi.fn(),
}))
// Stripe's script is Stripe's own and comes from its own host: what is ours is how it is asked.
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: stripe.loadStripe }))
vi.mock('@stripe/react-stripe-js', async () => {
  const { useEffect } = await import('react')
  return {
    Elements: ({ children }: { children: React.ReactNode }) => children,
    PaymentElement: ({ onReady }: { onReady: () => void }) => {
      useEffect(onReady, [])
      return <p>Stripe’s fields</p>
    },
    useStripe: () => ({ confirmPayment: stripe.confirmPayment }),
    useElements: () => ({ submit: stripe.submit, fetchUpdates: stripe.fetchUpdates }),
  }
})

const SECRET = 'pi_1_secret_2'
let key = 0
let settled: string[]

function realCards() {
  key += 1
  const status = { form: 'stripe' as const, publishable_key: `pk_test_${key}` }
  server.use(
    http.get('*/api/v1/status', () =>
      HttpResponse.json({ ...DEFAULT_STATUS, mode: 'real', simulated: [], cards: status }),
    ),
    http.post('*/api/v1/orders/:id/payment', () =>
      HttpResponse.json(aPayment({ simulated: false, client_secret: SECRET })),
    ),
    http.post('*/api/v1/payments/:id/settle', ({ params }) => {
      settled.push(String(params.id))
      return HttpResponse.json(paid())
    }),
  )
}

function atThePayment() {
  const draft = aDraft()
  keepDraft({
    ...draft,
    priced: {
      request: quoteRequestKey(draft) ?? '',
      quote: aQuote('quo-0', {}),
      expiresAt: Date.now() + 900_000,
      replacedCents: null,
    },
    offer: anOffer(),
  })
  return visit('/book-service?step=5')
}

/** Until Stripe's fields are there, the button says the same and cannot be pressed. */
async function payButton() {
  await screen.findByText('Stripe’s fields')
  const button = await screen.findByRole('button', { name: 'Pay $27.06' })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

beforeEach(() => {
  signedInAs()
  settled = []
  server.use(...bookingApi([anOffer(), SECOND]).handlers)
  realCards()
  stripe.loadStripe.mockReset().mockResolvedValue({ handleNextAction: stripe.handleNextAction })
  stripe.handleNextAction.mockReset().mockResolvedValue({})
  stripe.fetchUpdates.mockReset().mockResolvedValue({})
  stripe.submit.mockReset().mockResolvedValue({})
  stripe.confirmPayment.mockReset().mockResolvedValue({ paymentIntent: { status: 'succeeded' } })
})

test('the card is shown to Stripe alone, and the server asks Stripe what came of it', async () => {
  const page = atThePayment()
  await screen.findByText('Stripe’s fields')
  expect(screen.queryByLabelText('Card Number')).not.toBeInTheDocument()
  expect(screen.queryByLabelText('Test cards')).not.toBeInTheDocument()
  await page.user.click(await payButton())
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
  expect(stripe.confirmPayment.mock.calls[0]?.[0]).toMatchObject({
    clientSecret: SECRET,
    redirect: 'if_required',
  })
  expect(settled).toEqual(['pay-1'])
})

test('a decline is told in Stripe’s words, and another card may be tried', async () => {
  stripe.confirmPayment.mockResolvedValueOnce({ error: { message: 'Your card was declined.' } })
  const page = atThePayment()
  await page.user.click(await payButton())
  const alert = await screen.findByText(
    'Payment failed: Your card was declined. Please try again or contact support.',
  )
  expect(alert).toBeVisible()
  expect(settled).toEqual([])
  await page.user.click(await payButton())
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
})

test('fields that are not finished are shown to nobody', async () => {
  stripe.submit.mockResolvedValueOnce({ error: { message: 'Your card number is incomplete.' } })
  const page = atThePayment()
  await page.user.click(await payButton())
  await expect.poll(() => stripe.submit.mock.calls.length).toBe(1)
  expect(stripe.confirmPayment).not.toHaveBeenCalled()
  expect(settled).toEqual([])
})

test('a card that was charged by a lost attempt is found instead of refused', async () => {
  stripe.confirmPayment.mockResolvedValueOnce({
    error: { message: 'Already paid.', payment_intent: { status: 'succeeded' } },
  })
  const page = atThePayment()
  await page.user.click(await payButton())
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
})

test('a bank that takes its time is looked at again', async () => {
  server.use(
    http.post(
      '*/api/v1/payments/:id/settle',
      () => {
        const { payment, order } = paid()
        return HttpResponse.json({ payment: { ...payment, status: 'processing' }, order })
      },
      { once: true },
    ),
  )
  const page = atThePayment()
  await page.user.click(await payButton())
  await screen.findByText('Your bank is still deciding.')
  await page.user.click(screen.getByRole('button', { name: 'Look Again' }))
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
})

test('a form that cannot be loaded says so and is asked for again', async () => {
  stripe.loadStripe.mockRejectedValueOnce(new Error('Failed to load Stripe.js'))
  const page = atThePayment()
  await screen.findByText('Failed to initialize payment. Please try again.')
  await page.user.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Stripe’s fields')
  expect(await payButton()).toBeEnabled()
})

test('the server tells Stripe to save the card as soon as the box is ticked', async () => {
  const sent: unknown[] = []
  server.use(
    http.put('*/api/v1/payments/:id/save-card', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const page = atThePayment()
  await payButton()
  const box = screen.getByRole('checkbox', { name: 'Save this card for next time' })
  expect(box).not.toBeChecked()
  await page.user.click(box)
  await waitFor(() => expect(box).toBeChecked())
  expect(sent).toEqual([{ save: true }])
  expect(stripe.fetchUpdates).toHaveBeenCalledTimes(1)
  await page.user.click(await payButton())
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
})

test('a box that could not be ticked stays empty, with the reason', async () => {
  server.use(
    http.put('*/api/v1/payments/:id/save-card', () =>
      aProblem(409, 'You can save up to 10 cards.', 'too_many_saved_cards', 'save_card'),
    ),
  )
  const page = atThePayment()
  await payButton()
  await page.user.click(screen.getByRole('checkbox', { name: 'Save this card for next time' }))
  expect(await screen.findByText('You can save up to 10 cards.')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: 'Save this card for next time' })).not.toBeChecked()
})

test('Stripe’s script has the bank of a saved card ask, and then the server asks Stripe', async () => {
  const waiting = aPayment({ simulated: false, status: 'requires_action' })
  server.use(
    ...cardsApi(aSavedCard()).handlers,
    http.post('*/api/v1/payments/:id/confirm', () =>
      HttpResponse.json({ payment: waiting, order: paid().order }),
    ),
  )
  const page = atThePayment()
  await screen.findByRole('radio', { name: /^Visa ending 4242/ })
  const button = screen.getByRole('button', { name: 'Pay $27.06' })
  await waitFor(() => expect(button).toBeEnabled())
  expect(screen.queryByText('Stripe’s fields')).not.toBeInTheDocument()
  stripe.handleNextAction.mockResolvedValueOnce({ error: { message: 'Your bank said no.' } })
  await page.user.click(button)
  expect(await screen.findByText(/^Payment failed: Your bank said no\./)).toBeVisible()
  expect(settled).toEqual([])
  await page.user.click(button)
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
  expect(stripe.handleNextAction).toHaveBeenLastCalledWith({ clientSecret: SECRET })
  expect(settled).toEqual(['pay-1'])
})
