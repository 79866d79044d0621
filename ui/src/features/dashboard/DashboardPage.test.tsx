import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type {
  BookedFiguresOut,
  BookedOrderOut,
  BookedOrderPage,
  ClaimState,
  TrackedDriverOut,
} from '@/api/generated/types.gen'
import { anOrder } from '@/testing/orders'
import { paymentApi } from '@/testing/payments'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const DEE: TrackedDriverOut = {
  id: 'drv-1',
  name: 'Dee Driver',
  phone: '+1 (212) 555-0177',
  can_call: true,
  rating: 4.8,
  total_jobs: 12,
  license_plate: null,
  photo_id: null,
  vehicle: {
    type: 'van',
    make: 'Ford',
    model: 'Transit',
    year: 2021,
    capacity_weight: 3000,
    capacity_volume: 250,
    features: [],
  } as unknown as TrackedDriverOut['vehicle'],
}

const FIGURES: BookedFiguresOut = { active: 1, upcoming: 2, completed: 4, spent_cents: 123_456 }

function answer(pages: Record<string, BookedOrderPage>, figures = FIGURES) {
  server.use(
    http.get('*/api/v1/orders/booked', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor') ?? ''
      return HttpResponse.json(pages[cursor])
    }),
    http.get('*/api/v1/orders/booked/figures', () => HttpResponse.json(figures)),
  )
}

const booked = (
  changes: Parameters<typeof anOrder>[0],
  driver: TrackedDriverOut | null = null,
  claim_state: ClaimState | null = null,
): BookedOrderOut => ({ order: anOrder(changes), driver, claim_state })

test('signed out says so, and leads back here after signing in', async () => {
  visit('/dashboard?tab=splits')
  await screen.findByText('You need to be logged in to view your dashboard')
  const [login] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Login' })
  expect(login).toHaveAttribute('href', '/login?next=%2Fdashboard%3Ftab%3Dsplits')
})

test('nothing booked yet offers the first booking', async () => {
  signedInAs()
  answer(
    { '': { items: [], next: null } },
    { active: 0, upcoming: 0, completed: 0, spent_cents: 0 },
  )
  visit('/dashboard')
  await screen.findByText('No orders yet. Book your first service to get started!')
  expect(screen.getByRole('link', { name: 'Book a Service' })).toHaveAttribute(
    'href',
    '/book-service',
  )
  expect(screen.getByRole('link', { name: 'New Order' })).toHaveAttribute('href', '/book-service')
})

test('the counters come from the server', async () => {
  signedInAs()
  answer({ '': { items: [], next: null } })
  visit('/dashboard')
  await screen.findByText('$1,234.56')
  for (const label of ['Active Orders', 'Upcoming', 'Completed', 'Total Spent']) {
    expect(screen.getByText(label)).toBeInTheDocument()
  }
})

test('an order in progress can be followed and its driver called', async () => {
  signedInAs()
  answer({ '': { items: [booked({ id: 'o-1', status: 'in_progress' }, DEE)], next: null } })
  visit('/dashboard')
  const card = within(await screen.findByRole('article', { name: 'Order #10001' }))
  expect(card.getByText('Dee Driver')).toBeInTheDocument()
  expect(card.getByText('4.80')).toBeInTheDocument()
  expect(card.getByText('In progress')).toBeInTheDocument()
  expect(card.getByRole('link', { name: 'Track Live' })).toHaveAttribute('href', '/track/o-1')
  expect(card.getByRole('button', { name: 'Call Driver' })).toBeVisible()
})

test('an order without a driver says so and offers neither', async () => {
  signedInAs()
  answer({ '': { items: [booked({ payment_status: 'unpaid' })], next: null } })
  visit('/dashboard')
  const card = within(await screen.findByRole('article'))
  expect(card.getByText('Not assigned')).toBeInTheDocument()
  expect(card.getByText('Pending')).toBeInTheDocument()
  expect(card.getByText('Awaiting payment')).toBeInTheDocument()
  expect(card.queryByRole('link', { name: 'Track Live' })).not.toBeInTheDocument()
})

test('a card has its number, from where to where, the price, and the date of its booking', async () => {
  signedInAs()
  const order = {
    id: 'o-7',
    number: 10007,
    price_cents: 123_450,
    created_at: '2024-11-20T17:05:00Z',
    scheduled_time: '2024-11-24T17:00:00Z',
  }
  const unscheduled = { ...order, id: 'o-8', number: 10008, scheduled_time: null }
  answer({ '': { items: [booked(order), booked(unscheduled)], next: null } })
  visit('/dashboard')
  const card = within(await screen.findByRole('article', { name: 'Order #10007' }))
  expect(card.getByRole('link', { name: 'Order #10007' })).toHaveAttribute('href', '/track/o-7')
  const { pickup_location: from, delivery_location: to } = anOrder()
  const rows = card.getAllByRole('term').map((term) => term.parentElement?.textContent)
  expect(rows).toEqual([`From${from.address}`, `To${to.address}`])
  expect(card.getByText('$1,234.50')).toBeInTheDocument()
  expect(card.getByText(/^Booked /)).toHaveTextContent(
    /^Booked Wed, Nov 20, 2024, 12:05 PM( ET)? · Pickup Sun, Nov 24, 2024, 12:00 PM( ET)?$/,
  )
  const soon = within(screen.getByRole('article', { name: 'Order #10008' }))
  expect(soon.getByText(/^Booked /)).toHaveTextContent(/^Booked Wed, Nov 20, 2024, 12:05 PM( ET)?$/)
})

test('older orders come when they are asked for', async () => {
  signedInAs()
  answer({
    '': { items: [booked({ id: 'o-2', number: 10002 })], next: 'older' },
    older: { items: [booked({ id: 'o-1', number: 10001 })], next: null },
  })
  const { user } = visit('/dashboard')
  await user.click(await screen.findByRole('button', { name: 'Show older orders' }))
  await screen.findByRole('article', { name: 'Order #10001' })
  expect(screen.getByRole('article', { name: 'Order #10002' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Show older orders' })).not.toBeInTheDocument()
})

test('a list that fails can be tried again', async () => {
  signedInAs()
  server.use(
    http.get('*/api/v1/orders/booked', () => aProblem(409, 'The list is being repaired.')),
    http.get('*/api/v1/orders/booked/figures', () => aProblem(409, 'no')),
  )
  const { user } = visit('/dashboard')
  await screen.findByText('The list is being repaired.')
  answer({ '': { items: [booked({})], next: null } })
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('article')
})

test('the tab is in the address', async () => {
  signedInAs()
  answer({ '': { items: [], next: null } })
  server.use(...paymentApi([]).handlers)
  const { router, user } = visit('/dashboard?tab=no-such-tab')
  const tabs = within(await screen.findByRole('navigation', { name: 'My Dashboard' }))
  expect(tabs.getByRole('link', { name: 'Orders' })).toHaveAttribute('aria-current', 'page')
  await user.click(screen.getByRole('link', { name: 'Payment History' }))
  expect(router.state.location.href).toBe('/dashboard?tab=payments')
  expect(screen.getByRole('link', { name: 'Payment History' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('what happens now comes first, then what is open, and what is past in rows', async () => {
  signedInAs()
  const items = [
    booked({ id: 'o-5', number: 10005, payment_status: 'unpaid' }),
    booked({
      id: 'o-4',
      number: 10004,
      status: 'assigned',
      scheduled_time: '2030-01-02T15:00:00Z',
    }),
    booked({ id: 'o-3', number: 10003, status: 'in_progress' }, DEE),
    booked({ id: 'o-2', number: 10002, status: 'completed', item_class: 'large' }, DEE),
  ]
  answer({ '': { items, next: null } })
  visit('/dashboard')
  const now = within(await screen.findByRole('region', { name: 'Happening now' }))
  expect(now.getByRole('article')).toHaveAccessibleName('Order #10003')
  const open = within(screen.getByRole('region', { name: 'Other open orders' }))
  expect(open.getAllByRole('article').map((it) => it.querySelector('h3')?.textContent)).toEqual([
    'Order #10005',
    'Order #10004',
  ])
  const past = within(screen.getByRole('region', { name: 'Past orders' }))
  expect(past.getByRole('link', { name: 'Receipt of order 10002' })).toHaveAttribute(
    'href',
    expect.stringMatching(/tab=payments&search=.*10002/),
  )
  expect(past.getByRole('link', { name: 'Book again: order 10002' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/book-service\?again=/),
  )
})

test('a past order has the day of the move, not that of its booking or refund', async () => {
  signedInAs()
  const canceled = {
    status: 'cancelled' as const,
    created_at: '2024-11-20T17:05:00Z',
    updated_at: '2024-11-21T17:05:00Z',
  }
  const items = [
    booked({ ...canceled, id: 'o-2', number: 10002, scheduled_time: '2024-12-05T14:00:00Z' }),
    booked({ ...canceled, id: 'o-1', number: 10001, scheduled_time: null }),
  ]
  answer({ '': { items, next: null } })
  visit('/dashboard')
  const later = await screen.findByRole('article', { name: 'Order #10002' })
  expect(later).toHaveTextContent('Dec 5, 2024 ·')
  expect(screen.getByRole('article', { name: 'Order #10001' })).toHaveTextContent('Nov 20, 2024 ·')
})

test('a delivery that was rated leads to its rating, where a tip can still be added', async () => {
  signedInAs()
  const items = [
    booked({ id: 'o-2', number: 10002, status: 'completed', customer_rating: 5 }, DEE),
    booked({ id: 'o-1', number: 10001, status: 'completed', customer_rating: null }, DEE),
  ]
  answer({ '': { items, next: null } })
  visit('/dashboard')
  const past = within(await screen.findByRole('region', { name: 'Past orders' }))
  expect(past.getByRole('link', { name: 'Rating and Tip' })).toHaveAttribute('href', '/rate/o-2')
  expect(past.getByRole('link', { name: 'Rate Your Delivery' })).toHaveAttribute(
    'href',
    '/rate/o-1',
  )
})

test('a past order says how it stands with the problem that was reported', async () => {
  signedInAs()
  answer({
    '': { items: [booked({ id: 'o-2', status: 'completed' }, null, 'answered')], next: null },
  })
  visit('/dashboard')
  expect(await screen.findByText('Problem: We’re looking into it')).toBeVisible()
})

test('with nothing under way the paid order that is due first is the next one', async () => {
  signedInAs()
  const items = [
    booked({ id: 'o-3', number: 10003, payment_status: 'unpaid' }),
    booked({ id: 'o-2', number: 10002, scheduled_time: '2030-01-03T15:00:00Z' }),
    booked({ id: 'o-1', number: 10001, scheduled_time: '2030-01-02T15:00:00Z' }),
  ]
  answer({ '': { items, next: null } })
  visit('/dashboard')
  const next = within(await screen.findByRole('region', { name: 'Your next order' }))
  expect(next.getByRole('article')).toHaveAccessibleName('Order #10001')
  expect(next.getByRole('link', { name: 'View Order' })).toHaveAttribute('href', '/track/o-1')
})

test.each([
  [{ payment_status: 'unpaid' } as const, /, not charged$/],
  [{ payment_status: 'paid', cancellation_fee_cents: null } as const, /, refunded$/],
  [{ payment_status: 'paid', cancellation_fee_cents: 500 } as const, /refunded but for \$5\.00$/],
])('a canceled order says what became of its price (%o)', async (paid, words) => {
  signedInAs()
  answer({
    '': { items: [booked({ status: 'cancelled', price_cents: 2706, ...paid })], next: null },
  })
  visit('/dashboard')
  const past = within(await screen.findByRole('region', { name: 'Past orders' }))
  expect(past.getByText(words, { selector: 'p' })).toBeVisible()
})
