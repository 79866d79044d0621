import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { JobOffersOut } from '@/api/generated/types.gen'
import { aJob, anOffer, signedInDriver, someOffers } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { aScreen } from '@/testing/visibility'

const DRIVER_DASHBOARD = '/driver-dashboard'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** However long a busy machine takes, no second of an offer goes by. */
function atOneMoment() {
  vi.useFakeTimers({ toFake: ['Date'] })
}

/** A stream that tells what a test makes of the offers. */
function aStream() {
  const encoder = new TextEncoder()
  let tell: (offers: JobOffersOut) => void = () => undefined
  server.use(
    http.get('*/api/v1/drivers/me/offers/events', () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          tell = (offers) =>
            controller.enqueue(encoder.encode(`event: offers\ndata: ${JSON.stringify(offers)}\n\n`))
          controller.enqueue(encoder.encode(': ping\n'))
        },
      })
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  return { tell: (offers: JobOffersOut) => tell(offers) }
}

test('an offer says what it pays, whither it goes and how long it stands', async () => {
  atOneMoment()
  signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  visit(DRIVER_DASHBOARD)
  const card = within(await screen.findByRole('article', { name: 'Order #10001' }))
  expect(card.getByText('Offered to you first')).toBeInTheDocument()
  expect(card.getByText('$19.37')).toBeInTheDocument()
  expect(card.getByText('1.2 mi away')).toBeInTheDocument()
  expect(card.getByRole('timer', { name: '30 seconds left to answer' })).toBeInTheDocument()
  expect(screen.getByText('One order is offered to you.')).toBeInTheDocument()
})

test('the time left is by the server, whatever this device thinks it is', async () => {
  atOneMoment()
  const hour = 3_600_000
  const late = (ms: number) => new Date(Date.now() + hour + ms).toISOString()
  const offer = anOffer({ offered_at: late(0), expires_at: late(30_000) })
  signedInDriver({ offers: someOffers({ as_of: late(0), items: [offer] }) })
  visit(DRIVER_DASHBOARD)
  await screen.findByRole('timer', { name: '30 seconds left to answer' })
})

test('a call to everyone has no clock', async () => {
  const call = anOffer({ kind: 'everyone', expires_at: null })
  signedInDriver({ offers: someOffers({ items: [call] }) })
  visit(DRIVER_DASHBOARD)
  await screen.findByText('Open to every driver')
  expect(screen.queryByRole('timer')).not.toBeInTheDocument()
})

test('what is offered is not listed a second time', async () => {
  const jobs = {
    arrived: [],
    unproved: [],
    available: [aJob()],
    active: [aJob({ id: 'order-2', number: 10002 })],
  }
  const mine = anOffer({ id: 'off-2', kind: 'chosen' }, { id: 'order-2', number: 10002 })
  signedInDriver({ jobs, offers: someOffers({ items: [anOffer(), mine] }) })
  visit(DRIVER_DASHBOARD)
  await screen.findByText('The customer chose you')
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  expect(screen.getByText('No active jobs')).toBeInTheDocument()
})

test.each([
  ['Accept', 'accept'],
  ['Decline', 'decline'],
])('%s is told once with its key, and the offer goes away', async (button, step) => {
  const backend = signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  const requests: (string | null)[] = []
  server.use(
    http.post(`*/api/v1/orders/order-1/${step}`, ({ request }) => {
      requests.push(request.headers.get('idempotency-key'))
      backend.offers = someOffers()
      return HttpResponse.json({})
    }),
  )
  const { user } = visit(DRIVER_DASHBOARD)
  await user.dblClick(await screen.findByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByText('New Requests')).not.toBeInTheDocument())
  expect(requests).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
})

test('a declined job is gone from every list at once, and so it is said', async () => {
  const jobs = { arrived: [], unproved: [], available: [aJob()], active: [] }
  signedInDriver({ jobs, offers: someOffers({ items: [anOffer()] }) })
  let answer: () => void = () => undefined
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.post('*/api/v1/orders/order-1/decline', async () => {
      await isAnswered
      return HttpResponse.json({})
    }),
  )
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.queryByText('Order #10001')).not.toBeInTheDocument())
  expect(screen.getByText('No orders to take right now')).toBeInTheDocument()
  expect(screen.queryByText('Declined.')).not.toBeInTheDocument()
  answer()
  await screen.findByText('Declined.')
  expect(screen.queryByText('Order #10001')).not.toBeInTheDocument()
})

test('a refused no brings the job back with the reason', async () => {
  signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  server.use(
    http.post('*/api/v1/orders/order-1/decline', () =>
      aProblem(409, 'You have accepted this order. Hand it back if you cannot do it.'),
    ),
  )
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await screen.findByText(/^You have accepted this order/)
  await screen.findByText('Order #10001')
})

test('a refusal is said, and the list is asked for again', async () => {
  const backend = signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  server.use(
    http.post('*/api/v1/orders/order-1/accept', () => {
      backend.offers = someOffers()
      return aProblem(409, 'Another driver has taken this order.')
    }),
  )
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await screen.findByText('Another driver has taken this order.')
})

function withoutConnection() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  return () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    onlineManager.setOnline(true)
    window.dispatchEvent(new Event('online'))
  }
}

const WAITS = 'Order #10001: Your yes is waiting for a connection; another driver may take it.'

test('a yes in a tunnel waits, says so, outlives the page and is told once', async () => {
  const backend = signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  const keys: (string | null)[] = []
  server.use(
    http.post('*/api/v1/orders/order-1/accept', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      backend.offers = someOffers()
      return HttpResponse.json({})
    }),
  )
  const { user } = visit(DRIVER_DASHBOARD)
  const accept = await screen.findByRole('button', { name: 'Accept' })
  const comesBack = withoutConnection()
  await user.click(accept)
  await screen.findByText(WAITS)
  expect(accept).toBeDisabled()
  expect(localStorage.getItem('haulage.answers')).toContain('"answer":"accept"')
  expect(keys).toEqual([])
  comesBack()
  await screen.findByText('Order #10001: The job is yours.')
  expect(keys).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'OK: order 10001' }))
  expect(screen.queryByText(/The job is yours/)).not.toBeInTheDocument()
})

test('a yes that comes too late is not told, and its driver hears so', async () => {
  signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  const requests = vi.fn(() => HttpResponse.json({}))
  server.use(http.post('*/api/v1/orders/order-1/accept', requests))
  const { user } = visit(DRIVER_DASHBOARD)
  const accept = await screen.findByRole('button', { name: 'Accept' })
  const comesBack = withoutConnection()
  await user.click(accept)
  await screen.findByText(WAITS)
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 31_000)
  await screen.findByText(/The time to answer ran out/)
  comesBack()
  expect(requests).not.toHaveBeenCalled()
})

test('an answer that waits can be taken back', async () => {
  signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  const { user } = visit(DRIVER_DASHBOARD)
  const accept = await screen.findByRole('button', { name: 'Accept' })
  withoutConnection()
  await user.click(accept)
  await user.click(await screen.findByRole('button', { name: 'Take Back: order 10001' }))
  expect(screen.queryByText(WAITS)).not.toBeInTheDocument()
  expect(accept).toBeEnabled()
})

test('a new offer comes by the stream, and its end is told', async () => {
  signedInDriver()
  const stream = aStream()
  const { user } = visit(DRIVER_DASHBOARD)
  await screen.findByText('No active jobs')
  stream.tell(someOffers({ items: [anOffer(), anOffer({ id: 'off-2' }, { number: 10002 })] }))
  await screen.findByRole('article', { name: 'Order #10002' })
  const end = { order_id: 'order-1', ended_at: new Date().toISOString() }
  stream.tell(
    someOffers({
      ended: [
        { ...end, id: 'off-1', state: 'timed_out', taken_by_another: false },
        { ...end, id: 'off-2', state: 'accepted', taken_by_another: true },
        { ...end, id: 'off-9', state: 'timed_out', taken_by_another: false },
      ],
    }),
  )
  await screen.findByText('Time is up: order #10001 is offered to others now.')
  expect(screen.getByText('Another driver has taken order #10002.')).toBeInTheDocument()
  for (const button of screen.getAllByRole('button', { name: 'Dismiss' })) await user.click(button)
  expect(screen.queryByText('New Requests')).not.toBeInTheDocument()
})

test('a new offer comes below those that stand there, and under no thumb', async () => {
  signedInDriver()
  const stream = aStream()
  visit(DRIVER_DASHBOARD)
  await screen.findByText('No active jobs')
  const [first, second] = [anOffer(), anOffer({ id: 'off-2' }, { number: 10002 })]
  stream.tell(someOffers({ items: [first, second] }))
  await screen.findByRole('article', { name: 'Order #10002' })
  const nearest = anOffer({ id: 'off-3' }, { number: 10003 })
  stream.tell(someOffers({ items: [nearest, first, second] }))
  await screen.findByRole('article', { name: 'Order #10003' })
  const list = within(screen.getByRole('region', { name: 'New Requests' }))
  const names = list.getAllByRole('article').map((card) => within(card).getByText(/^Order #/))
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Order #10001',
    'Order #10002',
    'Order #10003',
  ])
})

/** Two requests, of which the first ends while its driver looks at them. */
async function aRequestThatEnds() {
  const [first, second] = [anOffer(), anOffer({ id: 'off-2' }, { id: 'order-2', number: 10002 })]
  const backend = signedInDriver({ offers: someOffers({ items: [first, second] }) })
  const stream = aStream()
  const { user } = visit(DRIVER_DASHBOARD)
  await screen.findByText('No active jobs')
  await screen.findByRole('article', { name: 'Order #10002' })
  const ended_at = new Date().toISOString()
  const ended = [
    { id: 'off-1', order_id: 'order-1', ended_at, state: 'timed_out', taken_by_another: true },
  ] as const
  stream.tell(someOffers({ items: [second], ended: [...ended] }))
  await screen.findByText(ANOTHER)
  return { user, backend, list: within(screen.getByRole('region', { name: 'New Requests' })) }
}
const ANOTHER = 'Another driver has taken order #10001.'

test('an offer that ends is one line in its place, until it is put away', async () => {
  const { user, list } = await aRequestThatEnds()
  const [first, second] = list.getAllByRole('listitem')
  expect(first).toHaveTextContent(new RegExp(`^${ANOTHER}$`))
  expect(within(second as HTMLElement).getByRole('article')).toBeInTheDocument()
  await user.click(list.getByRole('button', { name: 'Dismiss' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
})

test('an offer that has ended goes by itself once it was in sight for a while', async () => {
  const viewport = aScreen()
  const { list } = await aRequestThatEnds()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(60_000)
  const line = screen.getByText(ANOTHER).closest('li') as HTMLElement
  await viewport.shows(line)
  await pass(5_990)
  expect(screen.getByText(ANOTHER)).toBeInTheDocument()
  await pass(10)
  expect(screen.queryByText(ANOTHER)).not.toBeInTheDocument()
  expect(list.getAllByRole('listitem')).toHaveLength(1)
})

test('what has ended is gone with the next answer', async () => {
  const { user, list } = await aRequestThatEnds()
  server.use(http.post('*/api/v1/orders/order-2/accept', () => HttpResponse.json({})))
  await user.click(list.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(screen.queryByText(ANOTHER)).not.toBeInTheDocument())
})

test('an order that was declined never comes back to say what became of it', async () => {
  const call = anOffer({ kind: 'everyone', expires_at: null })
  const backend = signedInDriver({ offers: someOffers({ items: [call] }) })
  const stream = aStream()
  server.use(http.post('*/api/v1/orders/order-1/decline', () => HttpResponse.json({})))
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await screen.findByText('Declined.')
  const ended_at = new Date().toISOString()
  const end = { id: 'off-1', order_id: 'order-1', ended_at } as const
  backend.offers = someOffers({
    items: [anOffer({ id: 'off-2' }, { id: 'order-2', number: 10002 })],
    ended: [{ ...end, state: 'accepted', taken_by_another: true }],
  })
  stream.tell(backend.offers)
  await screen.findByRole('article', { name: 'Order #10002' })
  expect(screen.queryByText(ANOTHER)).not.toBeInTheDocument()
})

test('when the time is over there is nothing to answer', async () => {
  const past = new Date(Date.now() - 1_000).toISOString()
  signedInDriver({ offers: someOffers({ items: [anOffer({ expires_at: past })] }) })
  visit(DRIVER_DASHBOARD)
  await screen.findByText('Time is up.')
  expect(screen.getByRole('button', { name: 'Accept' })).toBeDisabled()
})

test('the sound can be turned off, and stays off', async () => {
  signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  const { user } = visit(DRIVER_DASHBOARD)
  const sound = await screen.findByRole('button', { name: 'Sound', pressed: true })
  await user.click(sound)
  expect(sound).toHaveAttribute('aria-pressed', 'false')
  expect(localStorage.getItem('haulage.offers.sound')).toBe('off')
})
