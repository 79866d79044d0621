import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { ClaimStandingOut, TrackingOut } from '@/api/generated/types.gen'
import { aShownClaim, NOTHING_CLAIMED } from '@/testing/claims'
import { aMessage, messageApi } from '@/testing/messages'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aCancelled, aDelivered, anAssigned, aTracking, at } from './aTracking'

afterEach(() => vi.useRealTimers())

/** A server that answers with *tracking* as it is by then, and a stream that a test talks into. */
function serve(tracking: TrackingOut) {
  const current = { tracking, asked: 0, streams: 0, isDown: false }
  const backend = messageApi()
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () => {
      current.asked += 1
      return current.isDown ? HttpResponse.error() : HttpResponse.json(current.tracking)
    }),
    http.get('*/api/v1/orders/:id/events', () => {
      if (current.isDown) return HttpResponse.error()
      current.streams += 1
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          writer = controller
          controller.enqueue(new TextEncoder().encode(': ping\n\n'))
        },
      })
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
    http.get('*/api/v1/orders/:id/claims', () => HttpResponse.json(NOTHING_CLAIMED)),
  )
  const say = (text: string) => act(async () => writer?.enqueue(new TextEncoder().encode(text)))
  return {
    current,
    backend,
    message: () => say('event: messages\ndata: {}\n\n'),
    live: (live: TrackingOut['live']) => say(`event: live\ndata: ${JSON.stringify(live)}\n\n`),
    event: (event: object) => say(`id: 9\nevent: order\ndata: ${JSON.stringify(event)}\n\n`),
    end: async () => {
      await say('event: end\ndata: {}\n\n')
      await act(async () => writer?.close())
    },
    drop: () => act(async () => writer?.error(new TypeError('network error'))),
  }
}

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

test('the fee is told before anybody cancels, and the reason is sent along', async () => {
  signedInAs()
  const served = serve(
    anAssigned(
      {},
      { cancelling: { allowed: true, fee_cents: 1000, refused: null, changes_at: null } },
    ),
  )
  const sent: unknown[] = []
  server.use(
    http.post('*/api/v1/orders/:id/cancel', async ({ request }) => {
      sent.push(await request.json())
      served.current.tracking = aCancelled()
      return HttpResponse.json(aCancelled().order)
    }),
  )
  const { user } = visit('/track/o-1')
  expect(await screen.findByText('Canceling now costs $10.00.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel order' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('$10.00')).toBeVisible()
  expect(dialog.getByText('$33.30')).toBeVisible()
  await user.type(dialog.getByLabelText('Reason (optional)'), 'Found a friend')
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByRole('heading', { name: 'Order canceled' })).toBeVisible()
  expect(sent).toEqual([{ reason: 'Found a friend' }])
})

test('what cancelling costs is asked again when the server said that it changes', async () => {
  signedInAs()
  const free = { allowed: true, fee_cents: 0, refused: null, changes_at: at(0) }
  const served = serve(anAssigned({}, { cancelling: free }))
  visit('/track/o-1')
  expect(await screen.findByText('Canceling is free now.')).toBeVisible()
  served.current.tracking = anAssigned(
    {},
    { cancelling: { allowed: true, fee_cents: 1000, refused: null, changes_at: null } },
  )
  expect(
    await screen.findByText('Canceling now costs $10.00.', {}, { timeout: 5000 }),
  ).toBeVisible()
})

test('a fee that has risen meanwhile is asked about again before anything is cancelled', async () => {
  signedInAs()
  const served = serve(anAssigned())
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  const first = within(await screen.findByRole('dialog'))
  expect(first.getByText('None')).toBeVisible()
  served.current.tracking = anAssigned(
    {},
    { cancelling: { allowed: true, fee_cents: 1000, refused: null, changes_at: null } },
  )
  await user.click(first.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText('$10.00')).toBeVisible()
})

test('a driver who sets out while somebody is thinking is said to have', async () => {
  signedInAs()
  const served = serve(anAssigned())
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))
  const dialog = within(await screen.findByRole('dialog'))
  const refused = 'Your driver is already on the way: this order can no longer be canceled.'
  served.current.tracking = anAssigned(
    {},
    { cancelling: { allowed: false, fee_cents: 0, refused, changes_at: null } },
  )
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  expect(await screen.findByText(refused, { selector: '[class*=Notification] *' })).toBeVisible()
})

test('an order that can no longer be canceled says why', async () => {
  signedInAs()
  const refused = 'Your driver is already on the way: this order can no longer be canceled.'
  serve(aTracking({ cancelling: { allowed: false, fee_cents: 0, refused, changes_at: null } }))
  visit('/track/o-1')
  expect(await screen.findByText(refused)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument()
})

test('a cancelled order tells who, why, what it cost and what comes back', async () => {
  signedInAs()
  const { payment } = aTracking()
  serve(aCancelled({}, { payment: payment && { ...payment, refund_requested_cents: 3330 } }))
  visit('/track/o-1')
  const facts = within(await screen.findByRole('region', { name: 'Cancellation' }))
  expect(facts.getByText('You')).toBeVisible()
  expect(facts.getByText('Found a friend with a van')).toBeVisible()
  expect(facts.getByText('$10.00')).toBeVisible()
  expect(facts.getByText(/on its way to Visa ending 4242/)).toHaveTextContent('$33.30')
  expect(facts.getByText(/within 5 to 10 business days/)).toBeVisible()
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

const PROOF: NonNullable<TrackingOut['delivery_proof']> = {
  id: 'prf-1',
  order_id: 'o-1',
  number: 7,
  hash: 'ab',
  received_at: at(-1),
  taken_at: at(-1),
  recipient_name: 'Ann Lee',
  signature: {
    strokes: [
      [
        [10, 10],
        [200, 200],
      ],
    ],
    text: null,
    url: '/api/v1/proofs/prf-1/signature',
  },
  photo: { url: '/api/v1/proofs/prf-1/photo', sha256: 'ab', width: 800, height: 600 },
  position: { lat: 40.7, lng: -73.9, accuracy_m: 8, at: at(-1), meters_from_dropoff: 12 },
  pin_matched: true,
  erased: false,
}

test('a delivered order shows its proof, which may come a little later', async () => {
  signedInAs()
  const served = serve(aDelivered())
  visit('/track/o-1')
  await screen.findByRole('heading', { name: 'Delivered' })
  expect(screen.queryByText('Proof of delivery')).not.toBeInTheDocument()
  await expect.poll(() => served.current.streams).toBe(1)
  served.current.tracking = { ...aDelivered(), delivery_proof: PROOF }
  await served.event({ at: at(5), status: 'completed' })
  const proof = within(await screen.findByRole('region', { name: 'Proof of delivery' }))
  expect(
    proof.getByRole('img', { name: /^Your delivery at .* taken by the driver$/ }),
  ).toBeVisible()
  expect(proof.getByRole('img', { name: 'Signature of Ann Lee' })).toBeVisible()
  expect(proof.getByText('At the delivery address, to within 26 ft')).toBeVisible()
  expect(proof.getByText('PIN confirmed')).toBeVisible()
})

test('the customer asks for a PIN and reads it', async () => {
  signedInAs()
  const { current } = serve(anAssigned())
  server.use(
    http.post('*/api/v1/orders/:id/delivery-pin', () => {
      const pin = { code: '4711', given: false, tries_left: 5 }
      current.tracking = { ...anAssigned(), delivery_pin: pin }
      return HttpResponse.json(pin)
    }),
  )
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Ask for a PIN at the Door' }))
  const pin = within(await screen.findByRole('region', { name: 'Delivery PIN' }))
  expect(pin.getByText('4711')).toBeVisible()
})
