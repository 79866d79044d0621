import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { aDelivery } from '@/testing/deliveries'
import { anOffer, signedInDriver, someOffers } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { aScreen } from '@/testing/visibility'

const DRIVER_DASHBOARD = '/driver-dashboard'
const BAR = { name: 'Request to answer' }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const chosen = () => anOffer({ id: 'off-2', kind: 'chosen', miles_away: 0.9 }, { number: 10002 })

test('a request to this driver whose answers are out of sight is told at the lower edge', async () => {
  const viewport = aScreen()
  signedInDriver({ offers: someOffers({ items: [chosen()] }) })
  visit(DRIVER_DASHBOARD)
  const bar = await screen.findByRole('region', BAR)
  expect(bar).toHaveTextContent(/The customer chose you\$19\.37 · 0\.9 mi · 0:(30|29)/)
  const card = screen.getByRole('article', { name: 'Order #10002' })
  await viewport.shows(card)
  expect(screen.queryByRole('region', BAR)).not.toBeInTheDocument()
  await viewport.hides(card)
  await screen.findByRole('region', BAR)
})

test('the bar leads to the card, and takes no press for a moment', async () => {
  aScreen()
  signedInDriver({ offers: someOffers({ items: [chosen()] }) })
  const { user } = visit(DRIVER_DASHBOARD)
  const bar = await screen.findByRole('region', BAR)
  expect(bar).toHaveAttribute('data-settling')
  await waitFor(() => expect(bar).not.toHaveAttribute('data-settling'))
  await user.click(within(bar).getByRole('button', { name: 'See order #10002' }))
  expect(screen.getByRole('article', { name: 'Order #10002' })).toHaveFocus()
})

test('on another tab the bar takes the place of the banner, and leads to Jobs', async () => {
  aScreen()
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 500,
  })
  signedInDriver({ offers: someOffers({ items: [chosen()] }) })
  const { router } = visit(`${DRIVER_DASHBOARD}?tab=earnings`)
  await screen.findByRole('button', { name: 'Accept' })
  expect(screen.queryByRole('region', BAR)).not.toBeInTheDocument()
  const see = await screen.findByRole('button', { name: 'See order #10002' }, { timeout: 5_000 })
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  see.click()
  await waitFor(() => expect(screen.getByRole('article', { name: 'Order #10002' })).toHaveFocus())
  expect(router.state.location.href).toBe(DRIVER_DASHBOARD)
})

test('an open call is no request to this driver alone, and has no bar', async () => {
  aScreen()
  const call = anOffer({ kind: 'everyone', expires_at: null })
  signedInDriver({ offers: someOffers({ items: [call] }) })
  visit(DRIVER_DASHBOARD)
  await screen.findByText('Open to every driver')
  expect(screen.queryByRole('region', BAR)).not.toBeInTheDocument()
})

test('the one that counts most is told first, though another one is being read', async () => {
  const viewport = aScreen()
  const turn = anOffer({ miles_away: 5.5 })
  signedInDriver({ offers: someOffers({ items: [turn, chosen()] }) })
  visit(DRIVER_DASHBOARD)
  await viewport.shows(await screen.findByRole('article', { name: 'Order #10001' }))
  expect(screen.getByRole('region', BAR)).toHaveTextContent('The customer chose you')
})

test('what was answered is told no more, and what has no time left neither', async () => {
  aScreen()
  const past = new Date(Date.now() - 1_000).toISOString()
  const over = anOffer({ id: 'off-3', expires_at: past }, { id: 'order-3', number: 10003 })
  signedInDriver({ offers: someOffers({ items: [chosen(), over] }) })
  server.use(http.post('*/api/v1/orders/order-1/accept', () => HttpResponse.json({})))
  const { user } = visit(DRIVER_DASHBOARD)
  await screen.findByRole('button', { name: 'See order #10002' })
  const card = within(screen.getByRole('article', { name: 'Order #10002' }))
  await user.click(card.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.queryByRole('region', BAR)).not.toBeInTheDocument())
})

test('the bar stands above answers and above the step of a job, and covers neither', async () => {
  aScreen()
  const at = (element: Element) => {
    if (element.matches('[data-request-bar]')) return new DOMRect(0, 770, 390, 66)
    if (element.matches('[data-answers]')) return new DOMRect(20, 740, 350, 56)
    if (element.matches('[data-thumb]')) return new DOMRect(20, 640, 350, 90)
    return new DOMRect()
  }
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(
    this: Element,
  ) {
    return at(this)
  })
  signedInDriver({ offers: someOffers({ items: [chosen()] }), deliveries: [aDelivery()] })
  visit(DRIVER_DASHBOARD)
  const bar = await screen.findByRole('region', BAR, { timeout: 8_000 })
  await waitFor(() => expect(bar.style.translate).toMatch(/^0(px)? -204px$/))
})
