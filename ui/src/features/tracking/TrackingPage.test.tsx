import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClaimStandingOut } from '@/api/generated/types.gen'
import { aShownClaim, NOTHING_CLAIMED } from '@/testing/claims'
import { aMessage } from '@/testing/messages'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aDelivered, anAssigned, aTracking, at } from './aTracking'
import { serve } from './servedTracking'

afterEach(() => vi.useRealTimers())

test('somebody who is signed out is sent to sign in, and back here afterwards', async () => {
  const { router } = visit('/track/o-1')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.search).toEqual({ next: '/track/o-1' })
})

test('the status, the timeline, the driver and the details are all there', async () => {
  signedInAs()
  serve(aTracking())
  visit('/track/o-1')
  expect(await screen.findByText('Arriving in 12 min')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Track Order' })).toBeVisible()
  const steps = within(screen.getByRole('list', { name: 'Timeline' })).getAllByRole('listitem')
  expect(steps).toHaveLength(4)
  expect(steps[2]).toHaveAttribute('aria-current', 'step')
  const driver = within(screen.getByRole('region', { name: 'Your driver' }))
  expect(driver.getByText('Maria Lopez')).toBeVisible()
  expect(driver.getByRole('button', { name: 'Call Driver' })).toBeVisible()
  expect(screen.getByText(/Visa ending 4242/)).toBeVisible()
  expect(screen.getByText('Item size').nextElementSibling).toHaveTextContent('Small Items')
  expect(await screen.findByText('Live')).toBeVisible()
})

test('a page that is heard of is not called live before anybody is on the way', async () => {
  signedInAs()
  serve(anAssigned({ accepted_at: null }))
  visit('/track/o-1')
  expect(await screen.findByText('Up to date')).toBeVisible()
  expect(screen.queryByText('Live')).not.toBeInTheDocument()
  expect(screen.getAllByText('Waiting for Maria to accept')[0]).toBeVisible()
})

test('whoever may not call the driver now is offered no call', async () => {
  signedInAs()
  const tracking = aTracking()
  const driver = tracking.driver && { ...tracking.driver, phone: null, can_call: false }
  serve({ ...tracking, driver })
  visit('/track/o-1')
  expect(await screen.findByText('Maria Lopez')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Call Driver' })).not.toBeInTheDocument()
  expect(document.querySelector('a[href^="tel:"]')).toBeNull()
})

test('the driver of an order is not asked to book it again', async () => {
  signedInAs()
  const order = { status: 'completed', customer_id: 'user-somebody', completed_at: at(-5) } as const
  serve(aTracking({ payment: null, order }))
  visit('/track/o-1')
  expect(await screen.findByText('Maria Lopez')).toBeVisible()
  expect(screen.queryByText(/ending 4242/)).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Book Again' })).not.toBeInTheDocument()
})

test('what the stream says is shown without asking again', async () => {
  signedInAs()
  const server_ = serve(aTracking())
  visit('/track/o-1')
  await screen.findByText('Live')
  const { live } = aTracking()
  await server_.live({ ...live, arrival: live.arrival && { ...live.arrival, at: at(3) } })
  expect(await screen.findByText('Arriving in 3 min')).toBeVisible()
  expect(server_.current.asked).toBe(1)
})

test('an event that is news makes the page look again, one that is known does not', async () => {
  signedInAs()
  const server_ = serve(aTracking())
  visit('/track/o-1')
  await screen.findByText('Live')
  await server_.event({ at: at(-60), status: 'in_progress' })
  expect(server_.current.asked).toBe(1)
  server_.current.tracking = aDelivered()
  await server_.event({ at: at(5), status: 'completed' })
  expect(await screen.findByRole('heading', { name: 'Delivered' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Book Again' })).toHaveAttribute(
    'href',
    '/book-service?again=o-1',
  )
  expect(screen.queryByRole('region', { name: /^Map of order/ })).not.toBeInTheDocument()
  expect(screen.queryByText('Live')).not.toBeInTheDocument()
})

test('what the driver writes is shown as soon as the stream says so', async () => {
  signedInAs()
  const server_ = serve(aTracking())
  visit('/track/o-1')
  await screen.findByText('No messages yet')
  await screen.findByText('Live')
  server_.backend.messages = [aMessage({ order_id: 'o-1' })]
  await server_.message()
  expect(await screen.findByText('I am at the door.')).toBeVisible()
  await waitFor(() => expect(server_.backend.read).toBe(1))
  expect(server_.current.asked).toBe(1)
})

test('a page that stays open hears what comes after the end, until there is no more to come', async () => {
  signedInAs()
  const server_ = serve(aDelivered())
  let standing: ClaimStandingOut = {
    possible: [{ kind: 'damage', until: at(600) }],
    refundable_cents: 2706,
    claims: [],
  }
  server.use(http.get('*/api/v1/orders/:id/claims', () => HttpResponse.json(standing)))
  visit('/track/o-1')
  expect(await screen.findByRole('button', { name: 'Report a problem' })).toBeVisible()
  await waitFor(() => expect(server_.current.streams).toBe(1))
  const refunded = { state: 'refunded', refunded_cents: 2706 } as const
  standing = {
    ...NOTHING_CLAIMED,
    claims: [aShownClaim({ ...refunded, decision_reason: 'There is no proof.' })],
  }
  await server_.event({ at: at(30), type: 'claim_decided', status: 'completed' })
  expect(await screen.findByText(/There is no proof\./)).toBeVisible()
  await server_.end()
  expect(server_.current.streams).toBe(1)
})

test('of an order that is over for long no stream is asked for', async () => {
  signedInAs()
  const delivered = aDelivered()
  const server_ = serve({ ...delivered, order: { ...delivered.order, updated_at: at(-1440) } })
  server.use(http.get('*/api/v1/orders/:id/claims', () => HttpResponse.json(NOTHING_CLAIMED)))
  visit('/track/o-1')
  expect(await screen.findByRole('link', { name: 'Book Again' })).toBeVisible()
  expect(server_.current.streams).toBe(0)
})

test('a lost server leaves what is known on the screen and says so', async () => {
  signedInAs()
  const server_ = serve(aTracking())
  visit('/track/o-1')
  await screen.findByText('Live')
  server_.current.isDown = true
  await server_.drop()
  expect(await screen.findByText('Reconnecting…')).toBeVisible()
  expect(screen.getByText('Arriving in 12 min')).toBeVisible()
  server_.current.isDown = false
  server_.current.tracking = aTracking({ live: { arrival: null, position: null } })
  expect(await screen.findByText('Live')).toBeVisible()
  expect(await screen.findByText('In transit')).toBeVisible()
})

test('an order that is not there is told in the documented words', async () => {
  signedInAs()
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () => aProblem(404, 'Order tracking not found')),
  )
  visit('/track/o-2')
  expect(await screen.findByRole('heading', { name: 'Order tracking not found' })).toBeVisible()
})

test('a failed load can be tried again', async () => {
  signedInAs()
  const server_ = serve(aTracking())
  server_.current.isDown = true
  const { user } = visit('/track/o-1')
  const again = await screen.findByRole('button', { name: 'Try Again' })
  server_.current.isDown = false
  await user.click(again)
  expect(await screen.findByText('Arriving in 12 min')).toBeVisible()
})

test('whoever delivered can be made a favorite, and no favorite any more', async () => {
  signedInAs()
  const { driver } = aDelivered()
  let isFavorite = false
  const favorite = { ...driver, driver_id: driver?.id, added_at: at(0) }
  server.use(
    http.get('*/api/v1/me/favorite-drivers', () =>
      HttpResponse.json({ items: isFavorite ? [favorite] : [], next: null }),
    ),
    http.put('*/api/v1/me/favorite-drivers/:id', ({ params }) => {
      isFavorite = params.id === driver?.id
      return HttpResponse.json(favorite)
    }),
    http.delete('*/api/v1/me/favorite-drivers/:id', () => {
      isFavorite = false
      return new HttpResponse(null, { status: 204 })
    }),
  )
  serve(aDelivered())
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Add to favorites' }))
  await user.click(await screen.findByRole('button', { name: 'In your favorites' }))
  expect(await screen.findByRole('button', { name: 'Add to favorites' })).toBeVisible()
})

test('a delivered order asks first how it was, and takes the answer there', async () => {
  signedInAs()
  const served = serve(aDelivered())
  server.use(
    http.post('*/api/v1/orders/:id/rating', async ({ request }) => {
      const { stars, feedback } = (await request.json()) as { stars: number; feedback: string }
      const { order } = served.current.tracking
      const rated = { ...order, customer_rating: stars, customer_feedback: feedback }
      served.current.tracking = { ...served.current.tracking, order: rated }
      return HttpResponse.json(rated)
    }),
  )
  const { user } = visit('/track/o-1')
  const form = within(await screen.findByRole('form', { name: 'Rate your delivery' }))
  await user.click(form.getByRole('radio', { name: '5 stars, Excellent' }))
  await user.click(form.getByRole('button', { name: 'Send Rating' }))
  expect(await screen.findByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Add a tip for Maria Lopez?' })).toBeVisible()
})

test.each(['/track/demo', '/track/demo-order'])(
  '%s is a sample for everybody, and says so',
  async (path) => {
    visit(path)
    expect(await screen.findByText('Sample order')).toBeVisible()
    expect(screen.getByText('Arriving in 4 min')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Call Driver' })).not.toBeInTheDocument()
  },
)
