import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import { atTheConsole, CONSOLE, card, START } from '@/testing/driverConsole'
import { aJob, anOffer, someOffers } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

test('a new request stands over a job in hand and can be taken', async () => {
  const offer = anOffer({}, { id: 'order-9', number: 10009 })
  const later = { scheduled_time: '2099-11-21T15:00:00Z' }
  const console = atTheConsole([aDelivery()], { offers: someOffers({ items: [offer] }) })
  const accepted: string[] = []
  server.use(
    http.post('*/api/v1/orders/:id/accept', ({ params }) => {
      accepted.push(String(params.id))
      const taken = aDelivery({ ...later, order_id: 'order-9', order_number: 10009 })
      console.deliveries = [...console.deliveries, taken]
      console.backend.offers = someOffers()
      const mine = aJob({ id: 'order-9', status: 'assigned', driver_id: 'drv-1' })
      console.backend.jobs = { ...console.backend.jobs, active: [mine] }
      return HttpResponse.json(mine.order)
    }),
  )
  const { user } = visit(CONSOLE)
  await card()
  const banner = within(await screen.findByRole('status', { name: 'New delivery request' }))
  const accept = await banner.findByRole('button', { name: 'Accept' })
  // What the banner shows is not in the list as well.
  expect(screen.getAllByRole('button', { name: 'Accept' })).toHaveLength(1)
  await user.click(accept)
  await screen.findByRole('button', { name: /Order #10009/ })
  expect(accepted).toEqual(['order-9'])
})

test.each([
  ['without a job in hand', []],
  [
    'with a job of another day',
    [aDelivery({ scheduled_time: '2099-11-21T15:00:00Z', set_out_from: '2099-11-21T13:00:00Z' })],
  ],
])(
  '%s the request comes first under no banner, and the map shows its trip',
  async (_when, jobs) => {
    const items = [
      anOffer({}, { id: 'order-9', number: 10009 }),
      anOffer({ id: 'offer-8' }, { id: 'order-8', number: 10008 }),
    ]
    atTheConsole(jobs, { offers: someOffers({ items }) })
    visit(CONSOLE)
    const idle = await screen.findByRole('heading', { name: 'Active Orders' })
    const heading = await screen.findByRole('heading', { name: 'New Requests' })
    expect(heading.compareDocumentPosition(idle)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(await screen.findByLabelText('Map of the request')).toBeInTheDocument()
    expect(screen.getByRole('status', { name: 'New delivery request' })).toBeEmptyDOMElement()
  },
)

test('with a job in hand that comes first, and requests below it', async () => {
  const items = [
    anOffer({}, { id: 'order-9', number: 10009 }),
    anOffer({ id: 'offer-8' }, { id: 'order-8', number: 10008 }),
  ]
  atTheConsole([aRunningDelivery(START)], { offers: someOffers({ items }) })
  visit(CONSOLE)
  const job = await screen.findByRole('article', { name: 'Order #10001' })
  const heading = await screen.findByRole('heading', { name: 'New Requests' })
  expect(heading.compareDocumentPosition(job)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(screen.getByLabelText('Map of your delivery')).toBeInTheDocument()
})

test('an accepted job comes into sight, before what else is offered, and its button names it', async () => {
  const seen: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.getAttribute('aria-labelledby'))
  })
  const items = [
    anOffer({}, { id: 'order-9', number: 10009 }),
    anOffer({ id: 'offer-8' }, { id: 'order-8', number: 10008 }),
  ]
  const console = atTheConsole([], { offers: someOffers({ items }) })
  server.use(
    http.post('*/api/v1/orders/order-9/accept', () => {
      console.deliveries = [aDelivery({ order_id: 'order-9', order_number: 10009 })]
      console.backend.offers = someOffers({ items: items.slice(1) })
      const mine = aJob({ id: 'order-9', status: 'assigned', driver_id: 'drv-1' })
      console.backend.jobs = { ...console.backend.jobs, active: [mine] }
      return HttpResponse.json(mine.order)
    }),
  )
  const { user } = visit(CONSOLE)
  const request = within(await screen.findByRole('article', { name: 'Order #10009' }))
  seen.length = 0
  await user.click(request.getByRole('button', { name: 'Accept' }))
  const step = await screen.findByRole('button', { name: 'On My Way' })
  expect(step).toHaveAccessibleDescription('#10009 · 1515 Broadway')
  expect(seen.at(-1)).toBe('delivery-order-9')
})
