import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { aDriver, aJob, atTheDriversDesk, takesSteps } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aSplit } from '@/testing/splits'

const DESK = '/driver-dashboard'
const IN_HAND = { driver_id: 'drv-1', status: 'assigned' } as const

afterEach(() => vi.unstubAllGlobals())

/** A device that is at one place, and says so whenever it is asked. */
function aDeviceAt(lat: number, lng: number) {
  const coords = { latitude: lat, longitude: lng, accuracy: 8, heading: Number.NaN, speed: 10 }
  const position = { coords, timestamp: Date.parse('2026-11-20T15:00:00Z') }
  const told = (say: (where: unknown) => void) => say(position)
  const geolocation = {
    getCurrentPosition: told,
    watchPosition: vi.fn((say: (where: unknown) => void) => {
      told(say)
      return 1
    }),
    clearWatch: vi.fn(),
  }
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation })
  return geolocation
}

afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'))

test('signed out asks for a driver', async () => {
  visit(DESK)
  await screen.findByRole('heading', { name: 'Driver Access Required' })
  expect(screen.getByRole('link', { name: 'Sign In as Driver' })).toHaveAttribute(
    'href',
    '/login?next=%2Fdriver-dashboard',
  )
})

test('a customer is told that it takes a driver', async () => {
  signedInAs()
  visit(DESK)
  await screen.findByRole('heading', { name: 'Driver Access Required' })
  expect(screen.getByRole('link', { name: 'Sign In as Driver' })).toHaveAttribute('href', '/login')
})

test('a driver without a profile is led to the registration', async () => {
  atTheDriversDesk()
  server.use(http.get('*/api/v1/drivers/me', () => aProblem(404, 'Driver profile not found')))
  visit(DESK)
  await screen.findByText('Driver Profile Not Found: Please complete your driver registration.')
})

test('the header shows status and three figures, and the tabs stand in their order', async () => {
  atTheDriversDesk()
  visit(DESK)
  await screen.findByText('$43.21')
  expect(screen.getByText('$1,234.56')).toBeInTheDocument()
  for (const label of ["Today's Earnings", 'Completed Jobs', 'Total Earnings']) {
    expect(screen.getByText(label)).toBeInTheDocument()
  }
  expect(screen.getByRole('button', { name: 'Offline' })).toBeInTheDocument()
  const tabs = within(screen.getByRole('navigation', { name: 'Driver Dashboard' }))
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Jobs',
    'Earnings & Splits',
    'Instant Payouts',
    'Communication',
    'Call Log',
    'Performance Analytics',
    'Tax Center',
    'Payouts & Earnings',
  ])
})

test('a tab that comes later says so', async () => {
  atTheDriversDesk()
  const { router, user } = visit(DESK)
  await user.click(await screen.findByRole('link', { name: 'Tax Center' }))
  await screen.findByText('Tax Center is not built yet')
  expect(router.state.location.href).toBe('/driver-dashboard?tab=tax-center')
  expect(screen.getByRole('link', { name: 'Tax Center' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: 'Jobs' })).not.toHaveAttribute('aria-current')
})

test('going online tells the server where the device is, and says so', async () => {
  const device = aDeviceAt(40.75, -73.98)
  const desk = atTheDriversDesk()
  const { user } = visit(DESK)
  await screen.findByText('You are OFFLINE')
  await user.click(screen.getByRole('button', { name: 'Go Online' }))
  await screen.findByText('You are now online and available for delivery requests!')
  expect(screen.getByText('You are ONLINE and available')).toBeInTheDocument()
  expect(desk.switched).toEqual([{ location: { lat: 40.75, lng: -73.98 } }])
  expect(device.watchPosition.mock.calls[0]?.at(2)).toEqual({
    enableHighAccuracy: true,
    maximumAge: 30_000,
    timeout: 15_000,
  })
  await waitFor(() => expect(desk.positions).toHaveLength(1))
  expect(desk.positions[0]).toEqual({
    fixes: [
      {
        at: '2026-11-20T15:00:00.000Z',
        lat: 40.75,
        lng: -73.98,
        accuracy_m: 8,
        heading: null,
        speed_mph: expect.closeTo(22.37, 2),
      },
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Online' }))
  await screen.findByText('You are now offline and will not receive new requests.')
  expect(screen.getByText('You are OFFLINE')).toBeInTheDocument()
  await waitFor(() => expect(device.clearWatch).toHaveBeenCalledWith(1))
})

test('a device that does not tell where it is goes online without', async () => {
  const desk = atTheDriversDesk()
  const { user } = visit(DESK)
  await user.click(await screen.findByRole('button', { name: 'Go Online' }))
  await screen.findByText('You are ONLINE and available')
  expect(desk.switched).toEqual([{ location: null }])
  expect(screen.getByText('Geolocation is not supported by this browser')).toBeInTheDocument()
})

test('drivers who are not approved read why they cannot go online', async () => {
  atTheDriversDesk({ driver: aDriver({ is_approved: false }) })
  visit(DESK)
  await screen.findByText(/Your driver account is not approved yet/)
  expect(screen.queryByRole('button', { name: 'Go Online' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Offline' })).toBeDisabled()
  expect(await screen.findByText('No orders to take yet')).toBeInTheDocument()
})

test('an open order says what it pays and is taken', async () => {
  const open = aJob({ contact_name: null, contact_phone: null })
  const desk = atTheDriversDesk({
    jobs: { available: [open], active: [], arrived: [], unproved: [] },
  })
  takesSteps(desk, () => ({
    available: [],
    active: [aJob({ ...IN_HAND, accepted_at: 'x' })],
    arrived: [],
    unproved: [],
  }))
  const { user } = visit(DESK)
  const available = within(await screen.findByRole('region', { name: 'Available Orders' }))
  expect(available.getByText('$19.37')).toBeInTheDocument()
  expect(available.getByText('estimated pay')).toBeInTheDocument()
  expect(available.queryByRole('link', { name: 'Call Customer' })).not.toBeInTheDocument()
  await user.click(available.getByRole('button', { name: 'Accept' }))
  const active = within(screen.getByRole('region', { name: 'Active Orders' }))
  await active.findByRole('button', { name: 'On My Way' })
  expect(active.getByRole('link', { name: 'Call Customer' })).toHaveAttribute(
    'href',
    'tel:+1 212 555 0100',
  )
  expect(desk.asked).toEqual([{ step: 'accept', key: expect.any(String) }])
})

test('a load that is too large cannot be taken', async () => {
  atTheDriversDesk({
    jobs: { available: [aJob({}, false)], active: [], arrived: [], unproved: [] },
  })
  visit(DESK)
  await screen.findByText('This load is too large for your vehicle.')
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
})

/** Ending a delivery asks for its proof first. */
async function leaveTheProofOut(user: ReturnType<typeof visit>['user'], label: string) {
  if (label !== 'Stop Delivery') return
  await user.click(await screen.findByRole('button', { name: 'Complete Without Proof' }))
}

/** The server takes pictures and proofs, or refuses a proof. */
function takesProofs(refusal?: () => Response) {
  const taken = { photos: [] as string[], proofs: [] as Record<string, unknown>[] }
  server.use(
    http.put('*/api/v1/deliveries/:id/proof/photos/:client', ({ params }) => {
      taken.photos.push(String(params.client))
      return HttpResponse.json({})
    }),
    http.post('*/api/v1/deliveries/:id/proof', async ({ request }) => {
      taken.proofs.push((await request.json()) as Record<string, unknown>)
      return refusal?.() ?? HttpResponse.json({})
    }),
  )
  return taken
}

const ON_BOARD = { ...IN_HAND, status: 'in_progress', picked_up_at: 'x' } as const

async function proveIt(user: ReturnType<typeof visit>['user']) {
  await user.type(await screen.findByLabelText('Received by'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Type Instead' }))
  await user.type(screen.getByLabelText('Name typed as signature'), 'Ann Lee')
  await user.click(screen.getByRole('button', { name: 'Complete Delivery' }))
}

test('ending a delivery asks for its proof, and the proof ends it', async () => {
  const desk = atTheDriversDesk({
    jobs: { available: [], active: [aJob(ON_BOARD)], arrived: [], unproved: [] },
  })
  const taken = takesProofs()
  const { user } = visit(DESK)
  await user.click(await screen.findByRole('button', { name: 'Stop Delivery' }))
  desk.jobs = { available: [], active: [], arrived: [], unproved: [] }
  await proveIt(user)
  await screen.findByText('Delivery completed.')
  await screen.findByText('No job in hand')
  expect(taken.proofs).toMatchObject([
    { recipient_name: 'Ann Lee', signature: { text: 'Ann Lee' }, photo: null, pin: null },
  ])
})

test('without an answer the proof is kept and sent again as the same one', async () => {
  atTheDriversDesk({
    jobs: { available: [], active: [aJob(ON_BOARD)], arrived: [], unproved: [] },
  })
  let isDown = true
  const taken = takesProofs(() => (isDown ? HttpResponse.error() : HttpResponse.json({})))
  const { user } = visit(DESK)
  await user.click(await screen.findByRole('button', { name: 'Stop Delivery' }))
  await proveIt(user)
  await screen.findByText('The proof is kept here and sent once the connection is back.')
  expect(screen.getByRole('button', { name: 'Stop Delivery' })).toBeDisabled()
  isDown = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() =>
    expect(
      screen.queryByText('The proof is kept here and sent once the connection is back.'),
    ).not.toBeInTheDocument(),
  )
  expect(taken.proofs.length).toBeGreaterThan(1)
  expect(new Set(taken.proofs.map((proof) => proof.client_id)).size).toBe(1)
})

test('where the customer wants a PIN nothing ends the delivery without it', async () => {
  const job = { ...aJob(ON_BOARD), asks_pin: true }
  atTheDriversDesk({ jobs: { available: [], active: [job], arrived: [], unproved: [] } })
  const refusal = 'That is not the customer’s PIN. 4 tries are left.'
  takesProofs(() => aProblem(409, refusal, 'wrong_pin', 'pin'))
  const { user } = visit(DESK)
  await user.click(await screen.findByRole('button', { name: 'Stop Delivery' }))
  await screen.findByLabelText('Received by')
  expect(screen.queryByRole('button', { name: 'Complete Without Proof' })).not.toBeInTheDocument()
  await user.type(screen.getByLabelText('PIN digit 1 of 4'), '1234')
  await proveIt(user)
  await screen.findByText(refusal)
})

test('a delivery that ended without a proof is still asked for one', async () => {
  const ended = aJob({ ...ON_BOARD, status: 'completed', completed_at: '2026-11-20T15:30:00Z' })
  atTheDriversDesk({ jobs: { available: [], active: [], arrived: [], unproved: [ended] } })
  const { user } = visit(DESK)
  const missing = within(await screen.findByRole('region', { name: 'Proof Missing' }))
  await user.click(missing.getByRole('button', { name: 'Add Proof of Delivery' }))
  await screen.findByRole('button', { name: 'Save Proof' })
})

test.each([
  [{}, 'Accept', 'accept'],
  [{ accepted_at: 'x' }, 'On My Way', 'en-route'],
  [{ accepted_at: 'x', en_route_at: 'x' }, 'Start Delivery', 'start'],
  [{ status: 'in_progress', accepted_at: 'x' }, 'Confirm Pickup', 'pickup'],
  [{ status: 'in_progress', picked_up_at: 'x' }, 'Stop Delivery', 'complete'],
] as const)('the next step of %o is %s', async (state, label, step) => {
  const desk = atTheDriversDesk({
    jobs: { available: [], active: [aJob({ ...IN_HAND, ...state })], arrived: [], unproved: [] },
  })
  takesSteps(desk, () => ({ available: [], active: [], arrived: [], unproved: [] }))
  const { user } = visit(DESK)
  await user.click(await screen.findByRole('button', { name: label }))
  await leaveTheProofOut(user, label)
  await screen.findByText('No job in hand')
  expect(desk.asked.map((asked) => asked.step)).toEqual([step])
})

test('navigation leads to the pickup, and then to the delivery', async () => {
  const driving = aJob({ ...IN_HAND, id: 'order-2', status: 'in_progress', picked_up_at: 'x' })
  atTheDriversDesk({
    jobs: { available: [], active: [driving, aJob(IN_HAND)], arrived: [], unproved: [] },
  })
  visit(DESK)
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
  const desk = atTheDriversDesk({
    jobs: { available: [], active: [aJob({ ...IN_HAND, ...state })], arrived: [], unproved: [] },
  })
  takesSteps(desk, () => 'Not now.')
  const { user } = visit(DESK)
  await user.click(await screen.findByRole('button', { name: label }))
  await leaveTheProofOut(user, label)
  await screen.findByText(sentence)
})

test('handing back asks first', async () => {
  const desk = atTheDriversDesk({
    jobs: { available: [], active: [aJob(IN_HAND)], arrived: [], unproved: [] },
  })
  takesSteps(desk, () => ({ available: [aJob()], active: [], arrived: [], unproved: [] }))
  const { user } = visit(DESK)
  await user.click(await screen.findByRole('button', { name: 'Hand Back' }))
  let question = within(await screen.findByRole('dialog', { name: 'Hand back order #10001?' }))
  await user.click(question.getByRole('button', { name: 'Keep the Job' }))
  expect(desk.asked).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Hand Back' }))
  question = within(await screen.findByRole('dialog', { name: 'Hand back order #10001?' }))
  await user.click(question.getByRole('button', { name: 'Hand Back' }))
  await screen.findByText('No job in hand')
  expect(desk.asked.map(({ step }) => step)).toEqual(['hand-back'])
})

test('jobs that fail to load can be tried again', async () => {
  atTheDriversDesk()
  server.use(http.get('*/api/v1/drivers/me/jobs', () => aProblem(409, 'They are being sorted.')))
  const { user } = visit(DESK)
  await screen.findByText('Your jobs could not be loaded')
  server.use(
    http.get('*/api/v1/drivers/me/jobs', () =>
      HttpResponse.json({ available: [], active: [aJob(IN_HAND)], arrived: [], unproved: [] }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('button', { name: 'Accept' })
})

test('earnings show each part, and a failed split is sent again', async () => {
  const failed = {
    split_status: 'failed',
    can_retry: true,
    failure_reason: 'Account closed.',
  } as const
  const desk = atTheDriversDesk({ splits: [aSplit(failed), aSplit({ id: 'spl-2', kind: 'tip' })] })
  const keys: (string | null)[] = []
  server.use(
    http.post('*/api/v1/payments/pay-1/split/retry', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      desk.splits = [aSplit({ split_status: 'pending' })]
      return HttpResponse.json({})
    }),
  )
  const { user } = visit(`${DESK}?tab=earnings`)
  const card = within(await screen.findByRole('article', { name: 'Order #10001 · Fare' }))
  expect(card.getByText('Account closed.')).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'View Details' }))
  expect(card.getByText('Driver and platform each get 50% of the net.')).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Hide Details' }))
  await user.click(card.getByRole('button', { name: 'Retry Split' }))
  await screen.findByText('Payment split retry initiated successfully!')
  await screen.findByText('Pending')
  expect(keys).toEqual([expect.any(String)])
})

test('nothing earned yet says so', async () => {
  atTheDriversDesk()
  visit(`${DESK}?tab=earnings`)
  await screen.findByText('No payment splits found')
})

const FAILURES = {
  items: [
    { reason: 'nobody_there', customer_pays_cents: 4330 },
    { reason: 'items_damaged', customer_pays_cents: 0 },
  ],
  needs_return: true,
  seen_there: true,
}

test('what cannot be delivered is brought back, and what it costs is said before', async () => {
  const driving = { ...IN_HAND, status: 'in_progress', picked_up_at: 'x' } as const
  const desk = atTheDriversDesk({
    jobs: { available: [], active: [aJob(driving)], arrived: [], unproved: [] },
  })
  let said: unknown
  server.use(
    http.get('*/api/v1/deliveries/order-1/failures', () => HttpResponse.json(FAILURES)),
    http.post('*/api/v1/deliveries/order-1/fail', async ({ request }) => {
      said = await request.json()
      desk.jobs = {
        available: [],
        active: [aJob({ ...driving, failure: A_FAILURE })],
        arrived: [],
        unproved: [],
      }
      return HttpResponse.json({})
    }),
  )
  const { user } = visit(DESK)
  await user.click(await screen.findByRole('button', { name: 'Can’t Deliver' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Can’t deliver order/ }))
  const send = await dialog.findByRole('button', { name: 'Bring Items Back' })
  expect(send).toBeDisabled()
  await user.click(dialog.getByRole('radio', { name: 'The items are damaged' }))
  expect(dialog.getByText(/The customer pays nothing/)).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: 'Nobody is there' }))
  expect(dialog.getByText(/The customer pays \$43.30/)).toBeVisible()
  await user.type(dialog.getByRole('textbox'), 'Rang twice')
  await user.click(send)
  expect(await screen.findByRole('button', { name: 'Confirm Return' })).toBeVisible()
  expect(said).toEqual({ reason: 'nobody_there', note: 'Rang twice' })
  expect(screen.getByRole('link', { name: 'Navigate to pickup' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Deliver After All' })).toBeVisible()
})

test('a job that the arrival completed can be said not to be delivered', async () => {
  const arrived = aJob({ ...IN_HAND, status: 'completed', picked_up_at: 'x' })
  atTheDriversDesk({ jobs: { available: [], active: [], arrived: [arrived], unproved: [] } })
  server.use(
    http.get('*/api/v1/deliveries/order-1/failures', () =>
      HttpResponse.json({ ...FAILURES, seen_there: false }),
    ),
  )
  const { user } = visit(DESK)
  await screen.findByRole('heading', { name: 'Just Completed' })
  await user.click(screen.getByRole('button', { name: 'Can’t Deliver' }))
  expect(await screen.findByText('Your position does not show you there.')).toBeVisible()
})

const A_FAILURE = {
  at: 'x',
  reason: 'nobody_there',
  message: 'Nobody.',
  note: '',
  seen_there: true,
  returned_at: null,
} as const
