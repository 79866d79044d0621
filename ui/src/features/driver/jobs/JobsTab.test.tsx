import { screen, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { aDelivery } from '@/testing/deliveries'
import { aDriver, aJob, signedInDriver, takesSteps } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

const DRIVER_DASHBOARD = '/driver-dashboard'
const IN_HAND = { driver_id: 'drv-1', status: 'assigned' } as const

test('an open order says what it pays and is taken', async () => {
  const open = aJob({ contact_name: null, contact_phone: null })
  const backend = signedInDriver({
    jobs: { available: [open], active: [], arrived: [], unproved: [] },
  })
  takesSteps(backend, () => {
    backend.deliveries = [aDelivery()]
    const mine = aJob({ ...IN_HAND, accepted_at: 'x' })
    return { available: [], active: [mine], arrived: [], unproved: [] }
  })
  const { user } = visit(DRIVER_DASHBOARD)
  const available = within(await screen.findByRole('region', { name: 'Available Orders' }))
  expect(available.getByText('$19.37')).toBeInTheDocument()
  expect(available.getByText('estimated pay')).toBeInTheDocument()
  expect(available.queryByRole('button', { name: 'Call Customer' })).not.toBeInTheDocument()
  await user.click(available.getByRole('button', { name: 'Accept' }))
  const active = within(screen.getByRole('region', { name: 'Active Orders' }))
  await active.findByRole('button', { name: 'On My Way' })
  expect(active.getByRole('button', { name: 'Call Customer' })).toBeVisible()
  expect(backend.asked).toEqual([{ step: 'accept', key: expect.any(String) }])
})

test('a load that is too large cannot be taken', async () => {
  signedInDriver({
    jobs: { available: [aJob({}, false)], active: [], arrived: [], unproved: [] },
  })
  visit(DRIVER_DASHBOARD)
  await screen.findByText('This load is too large for your vehicle.')
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
})

test('jobs stand by their time, and what comes later unfolds', async () => {
  const later = { scheduled_time: '2099-11-21T15:00:00Z', scheduled_until: null }
  signedInDriver({
    deliveries: [
      aDelivery({ ...later, order_id: 'order-2', order_number: 10002 }),
      aDelivery({ picked_up_at: 'x', status: 'in_progress' }),
    ],
  })
  const { user } = visit(DRIVER_DASHBOARD)
  const navigation = await screen.findByRole('link', { name: 'Navigate' })
  expect(navigation).toHaveAttribute('href', expect.stringContaining('40.714,-73.961'))
  const upcoming = within(screen.getByRole('region', { name: 'Upcoming Jobs' }))
  expect(upcoming.queryByRole('article')).not.toBeInTheDocument()
  await user.click(upcoming.getByRole('button', { name: /Order #10002/ }))
  expect(upcoming.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    expect.stringContaining('40.758,-73.985'),
  )
  expect(upcoming.getByRole('button', { name: 'On My Way' })).toBeVisible()
})

test('of two appointments the sooner one is in hand', async () => {
  const on = (day: string) => ({ scheduled_time: `2099-11-${day}T15:00:00Z` })
  signedInDriver({
    deliveries: [
      aDelivery({ ...on('22'), order_id: 'order-2', order_number: 10002 }),
      aDelivery(on('21')),
    ],
  })
  visit(DRIVER_DASHBOARD)
  const active = within(await screen.findByRole('region', { name: 'Active Orders' }))
  expect(active.getByRole('article', { name: 'Order #10001' })).toBeVisible()
})

test('without a job in hand what can be taken stands before what is not there', async () => {
  signedInDriver({ driver: aDriver({ is_online: true }) })
  visit(DRIVER_DASHBOARD)
  const open = await screen.findByRole('region', { name: 'Available Orders' })
  const active = screen.getByRole('region', { name: 'Active Orders' })
  expect(open.compareDocumentPosition(active)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(open).getByText(/^They show here by themselves, with a sound/)).toBeInTheDocument()
})

test('who is offline reads how to get orders', async () => {
  signedInDriver()
  visit(DRIVER_DASHBOARD)
  await screen.findByText('Go online for instant jobs. Scheduled jobs show here by themselves.')
})

test('a delivered job says how long it took against the plan, and nothing of arrivals without any', async () => {
  signedInDriver({
    deliveries: [
      aDelivery({ status: 'completed', duration: 1860, efficiency: 100 }),
      aDelivery({ order_id: 'o-fast', status: 'completed', duration: 60, efficiency: 150 }),
    ],
  })
  visit(DRIVER_DASHBOARD)
  const done = within(await screen.findByRole('region', { name: 'Delivered' }))
  expect(done.getByText('Took 31 min, planned 31 min (efficiency 100%)')).toBeInTheDocument()
  expect(
    done.getByText('Took 1 min, planned 31 min (efficiency 150%, the most that counts)'),
  ).toBeInTheDocument()
  expect(done.queryByText(/^Arrivals/)).not.toBeInTheDocument()
})

test('the old address of the console leads to the one screen', async () => {
  signedInDriver()
  const { router } = visit('/driver-dashboard/console')
  await screen.findByText('No active jobs')
  expect(router.state.location.pathname).toBe('/driver-dashboard')
})

test('nothing is shown in an order that may change before it is known whether there is a job', async () => {
  signedInDriver({ deliveries: [] })
  server.use(http.get('*/api/v1/deliveries', () => delay('infinite')))
  visit(DRIVER_DASHBOARD)
  const open = await screen.findByRole('region', { name: 'Available Orders', hidden: true })
  expect(open).not.toBeVisible()
  expect(open.closest('[aria-busy]')).toHaveAttribute('aria-busy', 'true')
})

test('jobs that fail to load can be tried again', async () => {
  signedInDriver()
  server.use(http.get('*/api/v1/drivers/me/jobs', () => aProblem(409, 'They are being sorted.')))
  const { user } = visit(DRIVER_DASHBOARD)
  await screen.findByText('Your jobs could not be loaded')
  server.use(
    http.get('*/api/v1/drivers/me/jobs', () =>
      HttpResponse.json({ available: [], active: [aJob(IN_HAND)], arrived: [], unproved: [] }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('button', { name: 'Accept' })
})

test('a device that has not found itself yet is asked as far as the server knows', async () => {
  const delivery = aDelivery({ status: 'in_progress' })
  const backend = signedInDriver({ deliveries: [delivery] })
  server.use(
    http.get('*/api/v1/deliveries/:id', () =>
      HttpResponse.json({ ...delivery, far_from: { stop: 'pickup', miles: 2.34 } }),
    ),
    http.post('*/api/v1/deliveries/actions', () => {
      backend.asked.push({ step: 'told', key: null })
      return HttpResponse.json({ items: [], deliveries: [] })
    }),
  )
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Confirm Pickup' }))
  await screen.findByRole('dialog', { name: 'You are 2.3 mi from the pickup' })
  await user.click(screen.getByRole('button', { name: 'Not yet' }))
  expect(backend.asked).toEqual([])
})
