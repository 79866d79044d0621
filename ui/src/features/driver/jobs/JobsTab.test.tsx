import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { aDelivery } from '@/testing/deliveries'
import { aJob, signedInDriver, takesSteps } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

const DRIVER_DASHBOARD = '/driver-dashboard'
const IN_HAND = { driver_id: 'drv-1', status: 'assigned' } as const

test('an open order says what it pays and is taken', async () => {
  const open = aJob({ contact_name: null, contact_phone: null })
  const backend = signedInDriver({
    jobs: { available: [open], active: [], arrived: [], unproved: [] },
  })
  takesSteps(backend, () => ({
    available: [],
    active: [aJob({ ...IN_HAND, accepted_at: 'x', can_call: true })],
    arrived: [],
    unproved: [],
  }))
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

/** Ending a delivery asks for its proof first. */
async function leaveTheProofOut(user: ReturnType<typeof visit>['user'], label: string) {
  if (label !== 'Stop Delivery') return
  await user.click(await screen.findByRole('button', { name: 'Complete Without Proof' }))
}

test.each([
  [{}, 'Accept', 'accept'],
  [{ accepted_at: 'x' }, 'On My Way', 'en-route'],
  [{ accepted_at: 'x', en_route_at: 'x' }, 'Start Delivery', 'start'],
  [{ status: 'in_progress', accepted_at: 'x' }, 'Confirm Pickup', 'pickup'],
  [{ status: 'in_progress', picked_up_at: 'x' }, 'Stop Delivery', 'complete'],
] as const)('the next step of %o is %s', async (state, label, step) => {
  const backend = signedInDriver({
    jobs: { available: [], active: [aJob({ ...IN_HAND, ...state })], arrived: [], unproved: [] },
  })
  takesSteps(backend, () => ({ available: [], active: [], arrived: [], unproved: [] }))
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: label }))
  await leaveTheProofOut(user, label)
  await screen.findByText('No active jobs')
  expect(backend.asked.map((asked) => asked.step)).toEqual([step])
})

test('navigation leads to the pickup, and then to the delivery', async () => {
  const driving = aJob({ ...IN_HAND, id: 'order-2', status: 'in_progress', picked_up_at: 'x' })
  signedInDriver({
    jobs: { available: [], active: [driving, aJob(IN_HAND)], arrived: [], unproved: [] },
  })
  visit(DRIVER_DASHBOARD)
  expect(await screen.findByRole('link', { name: 'Navigate to delivery' })).toHaveAttribute(
    'href',
    expect.stringContaining('destination=40.714,-73.961'),
  )
  expect(screen.getByRole('link', { name: 'Navigate to pickup' })).toHaveAttribute(
    'href',
    expect.stringContaining('destination=40.758,-73.985'),
  )
})

test.each([
  [{ accepted_at: 'x', en_route_at: 'x' }, 'Start Delivery', 'Error starting delivery: Not now.'],
  [
    { status: 'in_progress', picked_up_at: 'x' },
    'Stop Delivery',
    'Error stopping delivery: Not now.',
  ],
] as const)('a step that is refused says why', async (state, label, sentence) => {
  const backend = signedInDriver({
    jobs: { available: [], active: [aJob({ ...IN_HAND, ...state })], arrived: [], unproved: [] },
  })
  takesSteps(backend, () => 'Not now.')
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: label }))
  await leaveTheProofOut(user, label)
  await screen.findByText(sentence)
})

test('handing back asks first', async () => {
  const backend = signedInDriver({
    jobs: { available: [], active: [aJob(IN_HAND)], arrived: [], unproved: [] },
  })
  takesSteps(backend, () => ({ available: [aJob()], active: [], arrived: [], unproved: [] }))
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Release Job' }))
  let question = within(await screen.findByRole('dialog', { name: 'Release order #10001?' }))
  await user.click(question.getByRole('button', { name: 'Keep the Job' }))
  expect(backend.asked).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Release Job' }))
  question = within(await screen.findByRole('dialog', { name: 'Release order #10001?' }))
  await user.click(question.getByRole('button', { name: 'Release Job' }))
  await screen.findByText('No active jobs')
  expect(backend.asked.map(({ step }) => step)).toEqual(['hand-back'])
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

test('a pickup far away is confirmed only after the driver was asked', async () => {
  const backend = signedInDriver({
    jobs: {
      available: [],
      active: [aJob({ ...IN_HAND, status: 'in_progress', accepted_at: 'x' })],
      arrived: [],
      unproved: [],
    },
  })
  server.use(
    http.get('*/api/v1/deliveries/:id', () =>
      HttpResponse.json(aDelivery({ far_from: { stop: 'pickup', miles: 2.34 } })),
    ),
  )
  takesSteps(backend, () => ({ available: [], active: [], arrived: [], unproved: [] }))
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Confirm Pickup' }))
  await screen.findByRole('dialog', { name: 'You are 2.3 mi from the pickup' })
  expect(backend.asked).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Confirm pickup' }))
  await screen.findByText('No active jobs')
  expect(backend.asked.map((asked) => asked.step)).toEqual(['pickup'])
})
