import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { SERVICE_NAMES } from '@/shared/orders/serviceNames'
import { aDelivery } from '@/testing/deliveries'
import { aDriver, anOffer, signedInDriver, someOffers } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const DRIVER_DASHBOARD = '/driver-dashboard'

afterEach(() => vi.unstubAllGlobals())

/** A device that is at one place, and says so whenever it is asked. */
function aDeviceAt(lat: number, lng: number) {
  const coords = { latitude: lat, longitude: lng, accuracy: 8, heading: Number.NaN, speed: 10 }
  const position = { coords, timestamp: Date.parse('2026-11-20T15:00:00Z') }
  const reportPosition = (say: (where: unknown) => void) => say(position)
  const geolocation = {
    getCurrentPosition: reportPosition,
    watchPosition: vi.fn((say: (where: unknown) => void) => {
      reportPosition(say)
      return 1
    }),
    clearWatch: vi.fn(),
  }
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation })
  return geolocation
}

afterEach(() => Reflect.deleteProperty(navigator, 'geolocation'))

test('signed out asks for a driver', async () => {
  visit(DRIVER_DASHBOARD)
  await screen.findByRole('heading', { name: 'Driver Access Required' })
  expect(screen.getByRole('link', { name: 'Sign In as Driver' })).toHaveAttribute(
    'href',
    '/login?next=%2Fdriver-dashboard',
  )
})

test('a customer is told that it takes a driver', async () => {
  signedInAs()
  visit(DRIVER_DASHBOARD)
  await screen.findByRole('heading', { name: 'Driver Access Required' })
  expect(screen.getByRole('link', { name: 'Sign In as Driver' })).toHaveAttribute('href', '/login')
})

test('a driver without a profile is led to the registration', async () => {
  signedInDriver()
  server.use(http.get('*/api/v1/drivers/me', () => aProblem(404, 'Driver profile not found')))
  visit(DRIVER_DASHBOARD)
  await screen.findByText('Driver Profile Not Found: Please complete your driver registration.')
})

test('the header shows status and three figures, and the tabs stand in their order', async () => {
  signedInDriver()
  visit(DRIVER_DASHBOARD)
  await screen.findByText('$43.21')
  expect(screen.getByText('$1,234.56')).toBeInTheDocument()
  for (const label of ["Today's Earnings", 'Completed Jobs', 'Total Earnings']) {
    expect(screen.getByText(label)).toBeInTheDocument()
  }
  expect(screen.getByText('You are OFFLINE')).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: /line$/ })).toHaveLength(1)
  const tabs = within(screen.getByRole('navigation', { name: 'Driver Dashboard' }))
  expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Jobs',
    'Earnings & Splits',
    'Instant Payouts',
    'Performance Analytics',
    'Tax Center',
    'Payouts & Earnings',
  ])
})

test('every tab is one press away, with what is found on it', async () => {
  signedInDriver()
  const { router, user } = visit(DRIVER_DASHBOARD)
  const tabs = within(await screen.findByRole('navigation', { name: 'Driver Dashboard' }))
  expect(tabs.queryByText('Taxes, expenses and forms')).not.toBeInTheDocument()
  await user.click(tabs.getByRole('button', { name: 'More', expanded: false }))
  expect(tabs.getByText('Taxes, expenses and forms')).toBeVisible()
  await user.click(tabs.getByRole('link', { name: /^Tax Center/ }))
  expect(router.state.location.href).toBe('/driver-dashboard?tab=tax-center')
  expect(tabs.getByRole('button', { name: 'More', expanded: false })).toBeInTheDocument()
})

test('a request comes up over another tab than Jobs', async () => {
  signedInDriver({ offers: someOffers({ items: [anOffer({}, { id: 'order-9', number: 10009 })] }) })
  visit(`${DRIVER_DASHBOARD}?tab=earnings`)
  const banner = within(await screen.findByRole('status', { name: 'New delivery request' }))
  expect(await banner.findByText('Order #10009')).toBeVisible()
  expect(banner.getByRole('button', { name: 'Accept' })).toBeVisible()
})

test('the open tab is in the address, and an unknown one is Jobs', async () => {
  signedInDriver()
  const { router, user } = visit(`${DRIVER_DASHBOARD}?tab=no-such-tab`)
  const tab = (name: string) => screen.findByRole('link', { name })
  expect(await tab('Jobs')).toHaveAttribute('aria-current', 'page')
  await user.click(await tab('Earnings & Splits'))
  expect(router.state.location.href).toBe('/driver-dashboard?tab=earnings')
  expect(await tab('Earnings & Splits')).toHaveAttribute('aria-current', 'page')
  expect(await tab('Jobs')).not.toHaveAttribute('aria-current')
})

test('going online tells the server where the device is, and says so', async () => {
  const device = aDeviceAt(40.75, -73.98)
  const backend = signedInDriver()
  const { user } = visit(DRIVER_DASHBOARD)
  await screen.findByText('You are OFFLINE')
  await user.click(screen.getByRole('button', { name: 'Go Online' }))
  await screen.findByText('You are now online and available for delivery requests!')
  expect(screen.getByText('You are ONLINE and available')).toBeInTheDocument()
  expect(backend.switched).toEqual([{ location: { lat: 40.75, lng: -73.98 } }])
  expect(device.watchPosition.mock.calls[0]?.at(2)).toEqual({
    enableHighAccuracy: true,
    maximumAge: 30_000,
    timeout: 15_000,
  })
  await waitFor(() => expect(backend.positions).toHaveLength(1))
  expect(backend.positions[0]).toEqual({
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
  await user.click(screen.getByRole('button', { name: 'Go Offline' }))
  await screen.findByText('You are now offline and will not receive new requests.')
  expect(screen.getByText('You are OFFLINE')).toBeInTheDocument()
  await waitFor(() => expect(device.clearWatch).toHaveBeenCalledWith(1))
})

test('who is online with a job in hand is not said to be available', async () => {
  signedInDriver({ driver: aDriver({ is_online: true }), deliveries: [aDelivery()] })
  visit(DRIVER_DASHBOARD)
  await screen.findByText('You are ONLINE and on a job')
  expect(screen.getByText(/^Customers can be matched with you again once/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Go Offline' })).toBeInTheDocument()
})

test('whoever needs a new document reads so, and is led to where it is sent', async () => {
  signedInDriver({ driver: aDriver({ documents_lapsed_at: '2026-11-20T05:00:00Z' }) })
  visit(DRIVER_DASHBOARD)
  await screen.findByText(/^A document that you need has expired/)
  expect(screen.getByRole('link', { name: 'Send Documents' })).toHaveAttribute(
    'href',
    '/driver-dashboard/profile',
  )
  expect(screen.queryByRole('button', { name: 'Go Online' })).not.toBeInTheDocument()
})

test('a device that does not tell where it is goes online without', async () => {
  const backend = signedInDriver()
  const { user } = visit(DRIVER_DASHBOARD)
  await user.click(await screen.findByRole('button', { name: 'Go Online' }))
  await screen.findByText('You are ONLINE and available')
  expect(backend.switched).toEqual([{ location: null }])
  expect(screen.getByText(/^Geolocation is not supported by this browser/)).toBeInTheDocument()
})

test('drivers who are not approved read why they cannot go online', async () => {
  signedInDriver({ driver: aDriver({ is_approved: false }) })
  visit(DRIVER_DASHBOARD)
  await screen.findByText(/Your driver account is not approved yet/)
  expect(screen.getByRole('link', { name: 'Your Application' })).toHaveAttribute(
    'href',
    '/drive-with-us?step=7',
  )
  expect(screen.queryByRole('button', { name: 'Go Online' })).not.toBeInTheDocument()
  expect(await screen.findByText('No orders to take yet')).toBeInTheDocument()
})

test.each(['instant-payouts', 'payouts'])(
  'over %s an open call is counted, and what is offered to one alone stands above it',
  async (tab) => {
    const call = anOffer({ kind: 'everyone', expires_at: null }, { id: 'order-9', number: 10009 })
    signedInDriver({ offers: someOffers({ items: [call] }) })
    visit(`${DRIVER_DASHBOARD}?tab=${tab}`)
    await screen.findByRole('link', { name: '1 request waits under Jobs' })
    expect(screen.getByRole('status', { name: 'New delivery request' })).toBeEmptyDOMElement()
  },
)

test('a request that is offered to one driver first lies over the payout form', async () => {
  signedInDriver({ offers: someOffers({ items: [anOffer()] }) })
  visit(`${DRIVER_DASHBOARD}?tab=instant-payouts`)
  const banner = within(await screen.findByRole('status', { name: 'New delivery request' }))
  expect(await banner.findByText('Offered to you first')).toBeInTheDocument()
  expect(screen.queryByText(/under Jobs$/)).not.toBeInTheDocument()
})

test('the banner names what its driver decides by', async () => {
  const access = { unit: '', floor: 3, floor_access: 'stairs', gate_code: '', note: '' } as const
  const order = {
    pickup_access: { ...access, contact_name: '', contact_phone: '' },
    scheduled_time: '2099-11-21T15:00:00Z',
  }
  signedInDriver({ offers: someOffers({ items: [anOffer({ kind: 'chosen' }, order)] }) })
  visit(`${DRIVER_DASHBOARD}?tab=earnings`)
  const banner = within(await screen.findByRole('status', { name: 'New delivery request' }))
  expect(await banner.findByText('The customer chose you')).toBeInTheDocument()
  const facts = banner.getByText(/mi trip/)
  expect(facts).toHaveTextContent(/Nov 21/)
  expect(facts).toHaveTextContent(SERVICE_NAMES[anOffer().order.service_type])
  expect(banner.getByText(/stairs/i)).toBeInTheDocument()
  expect(banner.getByText(anOffer().order.items_description)).toBeInTheDocument()
  expect(banner.getByRole('timer')).toHaveAccessibleName(/left to answer/)
})
