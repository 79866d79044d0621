import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import type { ProofIn } from '@/api/generated/types.gen'
import { ACTIVE_DELIVERIES_KEY } from '@/auth/storedSession'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import {
  aDeviceThat,
  aMouth,
  anEar,
  atTheConsole,
  CONSOLE,
  card,
  refusing,
  START,
} from '@/testing/driverConsole'
import { aDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
  vi.unstubAllGlobals()
})

test('a customer is told that it takes a driver', async () => {
  signedInAs()
  visit(CONSOLE)
  await screen.findByRole('heading', { name: 'Driver Access Required' })
})

test('nothing in hand says so, beside the day in figures', async () => {
  atTheConsole()
  visit(CONSOLE)
  await screen.findByText('No active jobs')
  const figures = within(screen.getByLabelText('Your figures'))
  expect(await figures.findByText('$43.21')).toBeInTheDocument()
  expect(screen.getByText('Connected. Everything is sent.')).toBeInTheDocument()
})

const NOTIFIED = 'The customer has been told that you are on your way.'

test('a press moves the delivery on at once, and the server hears of it', async () => {
  const console = atTheConsole([aDelivery()])
  let answer = () => {}
  console.answers = new Promise((resolve) => {
    answer = resolve
  })
  const { user } = visit(CONSOLE)
  const job = await card()
  for (const name of ['On My Way', 'Start Delivery', 'Confirm Pickup', 'Pause']) {
    // Each step stands alone until it is the next one.
    if (name !== 'Start Delivery') expect(job.queryByText('Start Delivery')).toBeNull()
    await user.click(await job.findByRole('button', { name }))
  }
  expect(await job.findByText('Paused')).toBeInTheDocument()
  expect(job.getByRole('button', { name: 'Complete delivery' })).toBeInTheDocument()
  answer()
  await waitFor(() =>
    expect(console.sentActions).toEqual(['set_out', 'start', 'confirm_pickup', 'pause']),
  )
})

test('who sets out reads that the customer was told, once the server knows it', async () => {
  const console = atTheConsole([aDelivery()])
  let answer = () => {}
  console.answers = new Promise((resolve) => {
    answer = resolve
  })
  const { user } = visit(CONSOLE)
  await user.click((await card()).getByRole('button', { name: 'On My Way' }))
  await waitFor(() => expect(console.sentActions).toEqual(['set_out']))
  expect(screen.queryByText(NOTIFIED)).not.toBeInTheDocument()
  expect(screen.queryByText(/kept here/), 'the connection is there').not.toBeInTheDocument()
  answer()
  await screen.findByText(NOTIFIED)
})

test('without a connection the steps wait, and are told once it is back', async () => {
  const console = atTheConsole([aRunningDelivery(START, { picked_up_at: START })])
  const { user } = visit(CONSOLE)
  const job = await card()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  await user.click(job.getByRole('button', { name: 'Pause' }))
  await user.click(job.getByRole('button', { name: 'Resume' }))
  await screen.findByText('2 steps are kept here until the connection is back.')
  expect(
    screen.getByText('No connection. 2 steps are kept here and sent once it is back.'),
  ).toBeInTheDocument()
  expect(console.sentActions).toEqual([])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  onlineManager.setOnline(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(console.sentActions).toEqual(['pause', 'resume']))
  await screen.findByText('Connected. Everything is sent.')
})

test('a page that is opened in a tunnel shows what was in hand, and to nobody else', async () => {
  atTheConsole([aRunningDelivery(START)])
  const stored = {
    userId: 'user-ann',
    at: 0,
    driver: aDriver(),
    deliveries: [aRunningDelivery(START)],
    status: undefined,
  }
  localStorage.setItem(ACTIVE_DELIVERIES_KEY, JSON.stringify(stored))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  visit(CONSOLE)
  const job = await card()
  expect(job.getByRole('button', { name: 'Confirm Pickup' })).toBeInTheDocument()
  expect(job.getByText(/Ann Example/)).toBeInTheDocument()
})

test('what the server refuses is said with its reason until it is read', async () => {
  atTheConsole([aDelivery({ en_route_at: START })])
  refusing('Finish the job you have before you take another.')
  const { user } = visit(CONSOLE)
  await user.click((await card()).getByRole('button', { name: 'Start Delivery' }))
  await screen.findByText(
    /Error starting delivery: Finish the job you have before you take another\./,
  )
  await user.click(screen.getByRole('button', { name: 'OK: Start Delivery, order 10001' }))
  expect(screen.queryByText(/Error starting delivery/)).not.toBeInTheDocument()
})

test('a moving job asks on arrival, and the answer stops it', async () => {
  const console = atTheConsole([
    aRunningDelivery(START, { picked_up_at: START, asks: 'ask_to_complete' }),
  ])
  const { user } = visit(CONSOLE)
  let question = within(
    await screen.findByRole('dialog', { name: 'You have arrived at the delivery' }),
  )
  await user.click(question.getByRole('button', { name: 'Not Yet' }))
  expect((await card()).getByText('You have arrived at the delivery.')).toBeInTheDocument()
  expect(console.sentActions).toEqual([])
  question = within(await screen.findByRole('article', { name: 'Order #10001' }))
  await user.click(question.getByRole('button', { name: 'Complete delivery' }))
  await user.click(await screen.findByRole('button', { name: 'Complete Without Proof' }))
  await waitFor(() => expect(console.sentActions).toEqual(['stop']))
})

test('the end asks for its proof, and without a connection both wait as one', async () => {
  const console = atTheConsole([aRunningDelivery(START, { picked_up_at: START })])
  const proofs: string[] = []
  server.use(
    http.post('*/api/v1/deliveries/:id/proof', async ({ request }) => {
      const proof = (await request.json()) as ProofIn
      proofs.push(proof.client_id)
      console.deliveries = []
      return HttpResponse.json({})
    }),
  )
  const { user } = visit(CONSOLE)
  await user.click((await card()).getByRole('button', { name: 'Complete delivery' }))
  await user.type(await screen.findByLabelText('Received by'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Type Instead' }))
  await user.type(screen.getByLabelText('Name typed as signature'), 'Ann Lee')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  await screen.findByRole('region', { name: 'Delivered' })
  expect(
    screen.getByText('No connection. 1 step is kept here and sent once it is back.'),
  ).toBeInTheDocument()
  expect(proofs).toEqual([])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  onlineManager.setOnline(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(proofs).toHaveLength(1))
  await screen.findByText('Connected. Everything is sent.')
  expect(console.sentActions).toEqual([])
})

test('a proved delivery gives its place at once to what it has earned', async () => {
  const running = aRunningDelivery(START, { picked_up_at: START })
  const { payout_calculation: estimate } = running
  const earned = estimate && { ...estimate, driver_cents: 12_44, is_earned: true }
  const console = atTheConsole([running])
  let answer: () => void = () => undefined
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.post('*/api/v1/deliveries/:id/proof', () => {
      console.deliveries = [
        { ...running, status: 'completed', end_time: START, payout_calculation: earned },
      ]
      server.use(
        http.get('*/api/v1/deliveries', async ({ request }) => {
          await isAnswered
          const status = new URL(request.url).searchParams.get('status')
          const items = console.deliveries.filter((it) => it.status === status)
          return HttpResponse.json({ items, next: null })
        }),
      )
      return HttpResponse.json({})
    }),
  )
  const { user } = visit(CONSOLE)
  await user.click((await card()).getByRole('button', { name: 'Complete delivery' }))
  await user.type(await screen.findByLabelText('Received by'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Type Instead' }))
  await user.type(screen.getByLabelText('Name typed as signature'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
  await screen.findByText('Order #10001: delivery completed.')
  expect(screen.queryByRole('article', { name: 'Order #10001' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Complete delivery' })).not.toBeInTheDocument()
  answer()
  await screen.findByText(/^You earned/, { selector: 'p' })
  const link = screen.getByRole('link', { name: 'See Payouts' })
  const notice = screen.getByText('Order #10001: delivery completed.').closest('[role=status]')
  expect(notice).toHaveTextContent('You earned $12.44.')
  expect(link).toHaveAttribute('href', '/driver-dashboard?tab=instant-payouts')
  await user.click(within(notice as HTMLElement).getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('Order #10001: delivery completed.')).not.toBeInTheDocument()
})

test('a delivery fails in a tunnel, is brought back in it, and both are told in order', async () => {
  const console = atTheConsole([aRunningDelivery(START, { picked_up_at: START })])
  const { user } = visit(CONSOLE)
  const job = await card()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  await user.click(job.getByRole('button', { name: 'Can’t Deliver' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Can’t deliver order #10001?' }))
  await user.click(dialog.getByRole('radio', { name: 'The items are refused' }))
  await user.type(dialog.getByRole('textbox'), 'Nobody ordered it')
  expect(dialog.getByText(/once the connection is back/)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Bring Items Back' }))
  await user.click(await job.findByRole('button', { name: 'Confirm Return' }))
  const left = await screen.findByRole('list', { name: 'Waiting to be told' })
  expect(left).toHaveTextContent('Order #10001 is back at the pickup.')
  expect(screen.getByText('No active jobs')).toBeInTheDocument()
  expect(console.sentActions).toEqual([])
  console.deliveries = []
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  onlineManager.setOnline(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(console.sentActions).toEqual(['fail', 'confirm_return']))
  await waitFor(() => expect(left).not.toBeInTheDocument())
})

test('a job is released in a tunnel, and gone when that is told', async () => {
  const console = atTheConsole([aDelivery()])
  const { user } = visit(CONSOLE)
  const job = await card()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onlineManager.setOnline(false)
  await user.click(job.getByRole('button', { name: 'Release job' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release order #10001?' }))
  await user.click(dialog.getByRole('button', { name: 'Release job' }))
  await screen.findByText(/Order #10001 is released\./)
  console.deliveries = []
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  onlineManager.setOnline(true)
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(console.sentActions).toEqual(['hand_back']))
  await screen.findByText('Connected. Everything is sent.')
  expect(screen.getByText('No active jobs')).toBeInTheDocument()
})

test('where the customer gives a PIN a spoken end asks for it', async () => {
  const ears = anEar()
  const spoken = aMouth()
  const console = atTheConsole([aRunningDelivery(START, { picked_up_at: START, asks_pin: true })])
  const { user } = visit(CONSOLE)
  await card()
  await user.click(screen.getByRole('button', { name: 'Voice' }))
  await ears.hear('delivered')
  await screen.findByRole('button', { name: 'Yes, complete delivery' })
  await ears.hear('yes')
  await screen.findByLabelText('PIN digit 1 of 4')
  expect(spoken.at(-1)).toBe("Enter the customer's PIN.")
  expect(spoken).not.toContain('Delivery completed.')
  expect(screen.queryByRole('button', { name: 'Complete Without Proof' })).not.toBeInTheDocument()
  expect(console.sentActions).toEqual([])
})

test('payout and circles unfold', async () => {
  atTheConsole([
    aRunningDelivery(START, {
      geofence_events: [{ type: 'pickup_enter', at: START, auto_triggered: true }],
    }),
  ])
  const { user } = visit(CONSOLE)
  const job = await card()
  await user.click(job.getByText('Estimated payout'))
  expect(job.getByText('Platform share')).toBeVisible()
  await user.click(job.getByText('Arrivals noticed by location'))
  expect(job.getByText('Arrived at the pickup')).toBeVisible()
  expect(job.getByText(/automatic/)).toBeVisible()
})

test.each([
  [1, 'Location access denied. Please enable location access in your browser settings.'],
  [2, 'Location information is unavailable.'],
  [3, 'Location request timed out.'],
])(
  'a device that fails with code %i is complained about, and the buttons stay',
  async (code, sentence) => {
    const watch = aDeviceThat({ code })
    atTheConsole([aDelivery()])
    visit(CONSOLE)
    await screen.findByText(new RegExp(`^${sentence.replaceAll('.', '\\.')}`))
    expect((await card()).getByRole('button', { name: 'On My Way' })).toBeInTheDocument()
    expect(watch.mock.calls[0]?.at(2)).toEqual({
      enableHighAccuracy: true,
      maximumAge: 30_000,
      timeout: 15_000,
    })
  },
)
