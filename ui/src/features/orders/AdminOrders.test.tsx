import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type {
  CandidateDriverOut,
  CandidateOut,
  OrderHistoryOut,
  OverseenOrderOut,
  TrackedDriverOut,
} from '@/api/generated/types.gen'
import { anOrder } from '@/testing/orders'
import { aReceipt } from '@/testing/payments'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const AT = '2026-11-20T15:00:00Z'

function aDriver(name: string): TrackedDriverOut & CandidateDriverOut {
  return {
    id: `drv-${name}`,
    name,
    phone: '+1 212 555 0177',
    can_call: false,
    rating: 4.8,
    total_jobs: 12,
    license_plate: null,
    photo_id: null,
    vehicle: {
      type: 'van',
      make: 'Ford',
      model: 'Transit',
      year: 2021,
      color: null,
      capacity_pounds: 3000,
      capacity_cubic_feet: 250,
    },
  }
}

function aCandidate(name: string, changes: Partial<CandidateOut> = {}): CandidateOut {
  return {
    driver: aDriver(name),
    is_online: true,
    miles_away: 1.2,
    seen_at: new Date().toISOString(),
    refused: null,
    cautions: [],
    ...changes,
  }
}

const ORDER: OverseenOrderOut = {
  order: anOrder({ id: 'o-1', number: 10_042, status: 'assigned', payment_status: 'paid' }),
  customer: { id: 'usr-1', name: 'Ann Lee', email: 'ann@example.com', phone: '+1 212 555 0100' },
  driver: aDriver('Dee'),
  actual_duration: null,
  charged_cents: 2706,
  refund_cents: 0,
}

function aHistory(changes: Partial<OrderHistoryOut> = {}): OrderHistoryOut {
  const dee = { id: 'drv-Dee', name: 'Dee' }
  return {
    order: ORDER,
    events: [
      { sequence: 1, type: 'paid', status: 'pending', at: AT, driver: null, miles_away: null },
      { sequence: 2, type: 'assigned', status: 'assigned', at: AT, driver: dee, miles_away: null },
    ],
    offers: [
      {
        id: 'off-1',
        kind: 'chosen',
        state: 'open',
        driver: dee,
        answered_by: null,
        offered_at: AT,
        expires_at: AT,
        answered_at: null,
        reason: null,
      },
    ],
    claims: [],
    payments: [],
    immovable: null,
    ...changes,
  }
}

/** Everybody's orders, one of which is looked into; what was asked of the server. */
function backend(history = aHistory()) {
  const requests = {
    lists: [] as URLSearchParams[],
    searches: [] as string[],
    sent: [] as unknown[],
  }
  server.use(
    http.get('*/api/v1/orders/all', ({ request }) => {
      const { searchParams } = new URL(request.url)
      requests.lists.push(searchParams)
      return HttpResponse.json({ items: searchParams.has('status') ? [] : [ORDER], next: null })
    }),
    http.get('*/api/v1/orders/o-1/history', () => HttpResponse.json(history)),
    http.get('*/api/v1/orders/o-1/candidates', ({ request }) => {
      requests.searches.push(new URL(request.url).searchParams.get('search') ?? '')
      return HttpResponse.json({
        items: [
          aCandidate('Eve'),
          aCandidate('Fay', { cautions: ['Is offline', 'Has declined this order before'] }),
          aCandidate('Gus', { refused: 'This driver has another job in hand.' }),
        ],
      })
    }),
    http.post('*/api/v1/orders/o-1/:how', async ({ request, params }) => {
      requests.sent.push({ how: params.how, body: await request.json() })
      return HttpResponse.json(ORDER.order)
    }),
  )
  return requests
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('the ten latest are asked for, and narrowed by what the address says', async () => {
  const requests = backend()
  const { user, router } = visit('/admin?tab=orders&from=2026-11-20&until=2026-11-20')
  const order = within(await screen.findByRole('article', { name: 'Order 10042' }))
  expect(order.getByText('Ann Lee')).toBeVisible()
  expect(order.getByRole('link', { name: 'Dee' })).toHaveAttribute(
    'href',
    '/admin?tab=people&person=drv-Dee',
  )
  expect(Object.fromEntries(requests.lists[0] ?? [])).toEqual({
    limit: '10',
    date_from: '2026-11-20T05:00:00.000Z',
    date_to: '2026-11-21T05:00:00.000Z',
  })
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), ' oak ')
  await waitFor(() => expect(requests.lists.at(-1)?.get('search')).toBe('oak'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Canceled')
  await screen.findByText('No orders found')
  expect(router.state.location.search).toMatchObject({ search: 'oak', status: 'cancelled' })
})

test('an order unfolds with its driver, its timeline and who was asked', async () => {
  backend()
  const { user } = visit('/admin?tab=orders')
  const order = within(await screen.findByRole('article', { name: 'Order 10042' }))
  await user.click(order.getByRole('button', { expanded: false }))
  expect(await order.findByText('Assigned to Dee')).toBeVisible()
  expect(order.getByText('2021 Ford Transit, van')).toBeVisible()
  expect(order.getByText(/^Chosen by the customer/)).toBeVisible()
  expect(order.getByRole('link', { name: /^Live Tracking/ })).toHaveAttribute('href', '/track/o-1')
})

async function choosing() {
  const { user } = visit('/admin?tab=orders&order=o-1')
  await user.click(await screen.findByRole('button', { name: 'Reassign: order 10042' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Who takes order #10042?' }))
  await dialog.findByRole('article', { name: 'Gus' })
  return { user, dialog }
}

test('drivers are looked for by name, and who cannot come says why', async () => {
  const requests = backend()
  const { user, dialog } = await choosing()
  const gus = within(dialog.getByRole('article', { name: 'Gus' }))
  expect(gus.getByText('This driver has another job in hand.')).toBeVisible()
  expect(gus.queryByRole('button')).not.toBeInTheDocument()
  await user.type(dialog.getByRole('searchbox', { name: 'Find a driver' }), 'f')
  await waitFor(() => expect(requests.searches).toEqual(['', 'f']))
})

test('another driver is chosen and confirmed with a reason', async () => {
  const requests = backend()
  const { user, dialog } = await choosing()
  await user.click(dialog.getByRole('button', { name: 'Choose Fay' }))
  const deciding = within(screen.getByRole('dialog', { name: 'Give order #10042 to Fay?' }))
  const mind = 'Mind that Fay is offline and has declined this order before.'
  expect(deciding.getByText(mind)).toBeVisible()
  await user.click(deciding.getByRole('button', { name: 'Reassign' }))
  expect(deciding.getByText('Write a few words.')).toBeVisible()
  await user.type(deciding.getByRole('textbox'), 'Ill')
  await user.click(deciding.getByRole('button', { name: 'Reassign' }))
  await screen.findByText('Reassigned. The customer and the drivers are told.')
  expect(screen.getByRole('button', { name: 'Reassign: order 10042' })).toHaveFocus()
  expect(requests.sent).toEqual([
    { how: 'reassign', body: { driver_id: 'drv-Fay', reason: 'Ill' } },
  ])
})

test('an order is handed back to the pool, and a refusal is told in the dialog', async () => {
  const requests = backend()
  server.use(
    http.post(
      '*/api/v1/orders/o-1/release',
      () => aProblem(409, 'The items are already picked up.'),
      { once: true },
    ),
  )
  const { user } = visit('/admin?tab=orders&order=o-1')
  await user.click(await screen.findByRole('button', { name: 'Release to Pool: order 10042' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take order #10042 from Dee?' }))
  await user.type(dialog.getByRole('textbox'), 'No answer')
  await user.click(dialog.getByRole('button', { name: 'Release to Pool' }))
  expect(await dialog.findByText('The items are already picked up.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Release to Pool' }))
  await screen.findByText('Other drivers are being asked now.')
  expect(requests.sent).toEqual([{ how: 'release', body: { reason: 'No answer' } }])
})

test('an order that nobody else can be given says why and offers nothing', async () => {
  const immovable =
    'The items are already picked up: the driver who has them has to finish this order.'
  backend(aHistory({ immovable }))
  visit('/admin?tab=orders&order=o-1')
  await screen.findByText(immovable)
  expect(screen.queryByRole('button', { name: /^(Reassign|Release)/ })).not.toBeInTheDocument()
})

test('orders and drivers that cannot be loaded say so', async () => {
  backend()
  server.use(
    http.get('*/api/v1/orders/o-1/candidates', () => aProblem(400, 'Something went wrong.')),
  )
  const { user } = visit('/admin?tab=orders&order=o-1')
  await user.click(await screen.findByRole('button', { name: /^Reassign/ }))
  await screen.findByText('The drivers could not be loaded')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  server.use(http.get('*/api/v1/orders/all', () => aProblem(400, 'Something went wrong.')))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Pending')
  await screen.findByText('The orders could not be loaded')
})

test('a delivered order tells how long it took and how the customer found it (ADM-07)', async () => {
  const order = anOrder({
    ...ORDER.order,
    status: 'completed',
    urgency: 'high',
    completed_at: AT,
    customer_rating: 4,
    customer_feedback: 'Careful with the lamp',
  })
  backend(aHistory({ order: { ...ORDER, order, actual_duration: 47 } }))
  visit('/admin?tab=orders&order=o-1')
  expect(await screen.findByText('47 min from pickup to delivery')).toBeVisible()
  expect(screen.getByText(/6\.1 mi, 31 min estimated/)).toBeVisible()
  expect(screen.getByText(/urgency high/)).toBeVisible()
  expect(screen.getByText(/^Completed /)).toBeVisible()
  expect(screen.getByText('4 of 5 stars')).toBeVisible()
  expect(screen.getByText('“Careful with the lamp”')).toBeVisible()
})

test('what was paid, given back and of whose share stands with the order, and its receipt', async () => {
  const parts = { driver_cents: 665, platform_cents: 721, tax_cents: 114, fare_cents: 0 }
  backend(
    aHistory({
      order: {
        ...ORDER,
        order: anOrder({ id: 'o-1', number: 10_042, status: 'completed', payment_status: 'paid' }),
        refund_cents: 1500,
      },
      payments: [
        {
          id: 'pay-1',
          purpose: 'order',
          status: 'succeeded',
          amount_cents: 2706,
          refund_requested_cents: 1500,
          refunded_cents: 1500,
          receipt_id: 'rcp-1',
          receipt_number: 'MN202611200001',
          customer_email: 'ann@example.com',
          refunds: [
            {
              id: 'rfd-1',
              payment_id: 'pay-1',
              order_id: 'o-1',
              amount_cents: 1500,
              kind: 'not_performed',
              status: 'sent',
              created_at: '2026-11-21T15:00:00Z',
              sent_at: null,
              reason: 'The leg.',
              parts,
            },
          ],
        },
      ],
    }),
  )
  server.use(http.get('*/api/v1/receipts/rcp-1', () => HttpResponse.json(aReceipt())))
  visit('/admin?tab=orders&order=o-1')
  const money = within(await screen.findByRole('region', { name: 'Money' }))
  expect(await money.findByText('Receipt MN202611200001')).toBeVisible()
  expect(money.getByText('Distance fee')).toBeVisible()
  expect(money.getByText(/\$15.00 given back, Nov 21, 2026/)).toBeVisible()
  expect(money.getByText('Driver’s share').closest('dl')).toHaveTextContent(
    'Driver’s share$6.65Platform$7.21Sales tax$1.14Refund$15.00',
  )
  expect(money.getByRole('link', { name: 'Its split' })).toBeVisible()
  expect(screen.getByText('Partly refunded')).toBeVisible()
  const timeline = within(screen.getByRole('region', { name: 'Timeline' }))
  expect(timeline.getAllByRole('listitem')[0]).toHaveTextContent('Refund of $15.00')
  expect(screen.getByRole('link', { name: 'The Customer’s Page of order 10042' })).toBeVisible()
  expect(screen.queryByText('Live Tracking')).toBeNull()
})

test('a problem that was reported leads to its case, from the order and from its timeline', async () => {
  const history = aHistory({
    claims: [
      { id: 'clm-1', kind: 'damage', item: 'Floor lamp', state: 'declined', created_at: AT },
    ],
  })
  history.events.push({
    sequence: 3,
    type: 'claim_opened',
    status: 'completed',
    at: AT,
    driver: null,
    miles_away: null,
  })
  backend(history)
  visit('/admin?tab=orders&order=o-1')
  const reported = within(await screen.findByRole('region', { name: 'Reported problems' }))
  const toCase = '/admin?tab=claims&claim=clm-1'
  expect(reported.getByRole('link', { name: 'Something was damaged' })).toHaveAttribute(
    'href',
    toCase,
  )
  expect(reported.getByText(/^Floor lamp · /)).toBeVisible()
  expect(reported.getByText('Declined')).toBeVisible()
  const timeline = within(screen.getByRole('region', { name: 'Timeline' }))
  expect(timeline.getByRole('link', { name: 'Problem reported' })).toHaveAttribute('href', toCase)
})
