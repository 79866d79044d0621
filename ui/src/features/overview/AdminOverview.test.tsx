import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { LiveMapOut, OpenedDayOut, OverviewOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const NOTHING = { orders: 0, deliveries: 0, revenue_cents: 0, refunded_cents: 0 }
const OVERVIEW: OverviewOut = {
  as_of: '2026-11-20T15:00:00Z',
  waiting: {
    claims: 3,
    disputes: 0,
    contests: 0,
    applications: 100,
    screenings: 0,
    dead_jobs: 0,
    differences: 0,
    counted_up_to: 100,
  },
  drivers_online: 7,
  today: { orders: 12, deliveries: 4, revenue_cents: 50_000, refunded_cents: 0 },
  yesterday: { orders: 10, deliveries: 4, revenue_cents: 62_000, refunded_cents: 0 },
  last_week: NOTHING,
  days: [
    { day: '2026-11-19', ...NOTHING, revenue_cents: 62_000 },
    { day: '2026-11-20', ...NOTHING, revenue_cents: 50_000 },
  ],
}
const LIVE: LiveMapOut = {
  as_of: '2026-11-20T15:00:00Z',
  drivers: [
    {
      id: 'drv-1',
      name: 'Dee Driver',
      is_busy: true,
      lat: 40.7,
      lng: -73.9,
      heading: null,
      seen_at: '2026-11-20T14:59:00Z',
    },
    {
      id: 'drv-2',
      name: 'Eve Driver',
      is_busy: false,
      lat: null,
      lng: null,
      heading: null,
      seen_at: null,
    },
  ],
  orders: [
    {
      id: 'o-1',
      number: 10_001,
      status: 'in_progress',
      driver_id: 'drv-1',
      pickup: { lat: 40.7, lng: -73.9, address: '1 Front St' },
      dropoff: { lat: 40.75, lng: -73.95, address: '2 Main St' },
      is_picked_up: true,
    },
  ],
}

/** As on the day on which the clock is put back: 25 hours, the first at 4:00 UTC. */
const OPENED: OpenedDayOut = {
  day: '2026-11-19',
  orders: 3,
  revenue_cents: 62_000,
  average_cents: 20_667,
  by_service: [
    { service_type: 'delivery', orders: 1, revenue_cents: 2_000 },
    { service_type: 'moving', orders: 2, revenue_cents: 60_000 },
    { service_type: 'pickup', orders: 0, revenue_cents: 0 },
  ],
  by_hour: Array.from({ length: 25 }, (_, place) => ({
    since: new Date(Date.UTC(2026, 10, 1, 4 + place)).toISOString(),
    orders: place === 2 || place === 0 ? 3 : 0,
    revenue_cents: place === 2 ? 62_000 : 0,
  })),
}

beforeEach(() => {
  signedInAs({ userType: 'admin' })
  server.use(
    http.get('*/api/v1/overview', () => HttpResponse.json(OVERVIEW)),
    http.get('*/api/v1/overview/map', () => HttpResponse.json(LIVE)),
  )
})

test('what waits leads to where it is decided', async () => {
  visit('/admin')
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for a decision' }))
  expect(waiting.getByText('103+ people wait for a decision.')).toBeVisible()
  expect(waiting.getByRole('link', { name: 'Reported problems 3' })).toHaveAttribute(
    'href',
    '/admin?tab=claims',
  )
  expect(waiting.getByRole('link', { name: 'Applications to drive 100+' })).toHaveAttribute(
    'href',
    '/admin?tab=applications',
  )
})

test('today stands beside yesterday and a week ago, and every day has its column', async () => {
  const { user } = visit('/admin')
  const today = within(await screen.findByRole('region', { name: 'Today so far' }))
  expect(today.getByText(/\+2 vs. yesterday/)).toBeVisible()
  expect(today.getByText(/−\$120\.00 vs. yesterday/)).toBeVisible()
  const days = within(screen.getByRole('region', { name: 'Last 2 days' }))
  expect(days.getByText('Revenue: $1,120.00 in all')).toBeVisible()
  await user.click(days.getByRole('button', { name: 'Orders' }))
  expect(days.getByText('Orders: 0 in all')).toBeVisible()
  expect(days.getByRole('row', { name: /Thu, Nov 19 \$620\.00/ })).toBeInTheDocument()
})

test('a day opens from its column and from the list, by service and by hour of its own clock', async () => {
  const asked: (string | null)[] = []
  server.use(
    http.get('*/api/v1/overview/day', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('day'))
      return HttpResponse.json(OPENED)
    }),
  )
  const { user } = visit('/admin')
  await user.click(await screen.findByRole('button', { name: 'Show Thu, Nov 19' }))
  const day = within(await screen.findByRole('region', { name: 'Thu, Nov 19' }))
  expect(await day.findByText('$206.67')).toBeVisible()
  expect(day.getByRole('row', { name: 'Moving 2 $600.00' })).toBeVisible()
  expect(day.getByRole('row', { name: /^1 AM EDT 0 \$0\.00$/ })).toBeVisible()
  expect(day.getByRole('row', { name: /^1 AM EST 3 \$620\.00$/ })).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Show day'), 'Fri, Nov 20')
  expect(await screen.findByRole('region', { name: 'Fri, Nov 20, so far' })).toBeVisible()
  expect(asked).toEqual(['2026-11-19', '2026-11-20'])
  await user.selectOptions(screen.getByLabelText('Show day'), 'None')
  expect(screen.queryByRole('region', { name: /Nov 20/ })).toBeNull()
})

test('a day without an order says so, and one that cannot be loaded can be tried again', async () => {
  server.use(http.get('*/api/v1/overview/day', () => aProblem(503, 'Not now.')))
  const { user } = visit('/admin')
  await user.selectOptions(await screen.findByLabelText('Show day'), 'Thu, Nov 19')
  const day = within(await screen.findByRole('region', { name: 'Thu, Nov 19' }))
  expect(await day.findByText('This day could not be loaded')).toBeVisible()
  server.use(
    http.get('*/api/v1/overview/day', () =>
      HttpResponse.json({ ...OPENED, orders: 0, revenue_cents: 0, average_cents: null }),
    ),
  )
  await user.click(day.getByRole('button', { name: 'Try Again' }))
  expect(await day.findByText('No order was paid on this day.')).toBeVisible()
})

test('orders under way lead to the order and to its driver', async () => {
  visit('/admin')
  const orders = within(await screen.findByRole('list', { name: 'Orders under way' }))
  expect(orders.getByRole('link', { name: 'Dee Driver' })).toHaveAttribute(
    'href',
    '/admin?tab=people&person=drv-1',
  )
  expect(orders.getByRole('link', { name: 'Order #10001' })).toBeVisible()
  expect(screen.getByText('1 free')).toBeVisible()
})

test('figures that cannot be loaded can be tried again', async () => {
  server.use(http.get('*/api/v1/overview', () => aProblem(503, 'Not now.')))
  visit('/admin')
  expect(await screen.findByText('Unable to Load Analytics')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Try Again' })[0]).toBeVisible()
})
