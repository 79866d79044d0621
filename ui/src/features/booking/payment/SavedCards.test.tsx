import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ConfirmIn } from '@/api/generated/types.gen'
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
import { aSavedCard, cardsApi, MASTERCARD } from '@/testing/cards'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { quoteRequestKey } from '../quoteRequest'

let sent: ConfirmIn[]

beforeEach(() => {
  signedInAs()
  sent = []
  server.use(...bookingApi([anOffer(), SECOND]).handlers)
  server.use(
    http.post('*/api/v1/payments/:id/confirm', async ({ request }) => {
      sent.push((await request.json()) as ConfirmIn)
      return HttpResponse.json(paid())
    }),
  )
})

async function atThePayment() {
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
  const page = visit('/book-service?step=5')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pay $27.06' })).toBeEnabled())
  return page
}

const pay = (page: Awaited<ReturnType<typeof atThePayment>>) =>
  page.user.click(screen.getByRole('button', { name: 'Pay $27.06' }))

async function fillIn({ user }: ReturnType<typeof visit>) {
  await user.type(screen.getByLabelText('Card Number'), '4242424242424242')
  await user.type(screen.getByLabelText('Expiry (MM/YY)'), '1240')
  await user.type(screen.getByLabelText('CVC'), '123')
  await user.type(screen.getByLabelText('Cardholder Name'), 'Ann Lee')
}

test('the default card pays with one press', async () => {
  server.use(...cardsApi(aSavedCard(), MASTERCARD).handlers)
  const page = await atThePayment()
  const choice = within(screen.getByRole('group', { name: 'Pay with' }))
  expect(choice.getByRole('radio', { name: /^Visa ending 4242/ })).toBeChecked()
  expect(screen.queryByLabelText('Card Number')).toBeNull()
  await pay(page)
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
  expect(sent).toEqual([{ saved_card_id: 'crd-visa' }])
})

test('another saved card, or a new one, may be chosen instead', async () => {
  server.use(...cardsApi(aSavedCard(), MASTERCARD).handlers)
  const page = await atThePayment()
  await page.user.click(screen.getByRole('radio', { name: 'Another card' }))
  expect(screen.getByLabelText('Card Number')).toBeVisible()
  await page.user.click(screen.getByRole('radio', { name: /^Mastercard ending 4444/ }))
  expect(screen.queryByLabelText('Card Number')).toBeNull()
  await pay(page)
  await expect.poll(() => sent).toEqual([{ saved_card_id: 'crd-master' }])
})

test('a card is saved only where its box was ticked, which it never is by itself', async () => {
  const page = await atThePayment()
  const box = screen.getByRole('checkbox', { name: 'Save this card for next time' })
  expect(box).not.toBeChecked()
  await fillIn(page)
  await page.user.click(box)
  await pay(page)
  await expect.poll(() => sent[0]?.save_card).toBe(true)
})

test('an expired card cannot be chosen', async () => {
  const expired = aSavedCard({ expiry_month: 3, expiry_year: 2024, has_expired: true })
  server.use(...cardsApi(expired).handlers)
  await atThePayment()
  expect(screen.getByRole('radio', { name: /^Visa ending 4242.*Expired 03\/24/ })).toBeDisabled()
  expect(screen.getByRole('radio', { name: 'Another card' })).toBeChecked()
  expect(screen.getByLabelText('Card Number')).toBeVisible()
})

test('a card that was removed elsewhere leaves the choice, with the reason', async () => {
  const { held, handlers } = cardsApi(aSavedCard(), MASTERCARD)
  server.use(
    ...handlers,
    http.post(
      '*/api/v1/payments/:id/confirm',
      () => {
        held.cards = [{ ...MASTERCARD, is_default: true }]
        const sentence = 'This card is not saved any more. Please choose another way to pay.'
        return aProblem(409, sentence, 'saved_card_gone', 'saved_card_id')
      },
      { once: true },
    ),
  )
  const page = await atThePayment()
  await pay(page)
  const alert = await within(screen.getByRole('main')).findByRole('alert')
  expect(alert).toHaveTextContent('This card is not saved any more.')
  expect(alert).toHaveTextContent('Nothing was charged.')
  await expect.poll(() => screen.queryByText('Visa ending 4242')).toBeNull()
  await pay(page)
  await expect.poll(() => sent).toEqual([{ saved_card_id: 'crd-master' }])
})

test('a declined card is told as any decline, and stays', async () => {
  server.use(
    ...cardsApi(aSavedCard()).handlers,
    http.post(
      '*/api/v1/payments/:id/confirm',
      () => aProblem(402, 'Your card was declined.', 'card_declined', 'card'),
      { once: true },
    ),
  )
  const page = await atThePayment()
  await pay(page)
  expect(await screen.findByText(/^Payment failed: Your card was declined\./)).toBeVisible()
  expect(screen.getByRole('radio', { name: /^Visa ending 4242/ })).toBeChecked()
})

test('a bank that asks is answered here, where cards are simulated', async () => {
  server.use(
    ...cardsApi(aSavedCard()).handlers,
    http.post('*/api/v1/payments/:id/confirm', () => {
      const { order } = paid()
      return HttpResponse.json({ payment: aPayment({ status: 'requires_action' }), order })
    }),
    http.post('*/api/v1/payments/:id/authenticate', () => HttpResponse.json(paid())),
  )
  const page = await atThePayment()
  await pay(page)
  await page.user.click(await screen.findByRole('button', { name: 'Approve payment' }))
  await expect.poll(() => page.router.state.location.pathname).toBe('/track/ord-1')
})

test('where the saved cards cannot be had, a card can be typed', async () => {
  server.use(http.get('*/api/v1/me/cards', () => aProblem(500, 'No.')))
  await atThePayment()
  expect(screen.getByLabelText('Card Number')).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Pay with' })).toBeNull()
})
