import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import { atTheConsole, CONSOLE, card, START } from '@/testing/driverConsole'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
})

/** The device is where it says, to ten meters. */
function aDeviceAt(latitude: number, longitude: number) {
  const coords = { latitude, longitude, accuracy: 10, heading: null, speed: null }
  const watchPosition = vi.fn((report: (at: unknown) => void) => {
    report({ coords, timestamp: Date.now() })
    return 1
  })
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { watchPosition, getCurrentPosition: vi.fn(), clearWatch: vi.fn() },
  })
}

test('a pickup is confirmed far away only after the driver was asked', async () => {
  aDeviceAt(40.791, -73.985)
  const console = atTheConsole([aRunningDelivery(START)])
  server.use(http.post('*/api/v1/drivers/me/positions', () => HttpResponse.json({ items: [] })))
  const { user } = visit(CONSOLE)
  const job = await card()
  await job.findByText(/2\.3 mi away/)
  await user.click(job.getByRole('button', { name: 'Confirm Pickup' }))
  const question = await screen.findByRole('dialog', { name: 'You are 2.3 mi from the pickup' })
  await user.click(within(question).getByRole('button', { name: 'Not yet' }))
  expect(console.sentActions).toEqual([])
  await user.click(job.getByRole('button', { name: 'Confirm Pickup' }))
  const again = await screen.findByRole('dialog', { name: 'You are 2.3 mi from the pickup' })
  await user.click(within(again).getByRole('button', { name: 'Confirm pickup' }))
  await waitFor(() => expect(console.sentActions).toEqual(['confirm_pickup']))
})

test('a return far from the pickup is confirmed only after the driver was asked', async () => {
  aDeviceAt(40.791, -73.985)
  const failure = {
    at: START,
    reason: 'refused' as const,
    note: '',
    message: 'The items were refused.',
    seen_there: false,
    returned_at: null,
  }
  const console = atTheConsole([aRunningDelivery(START, { picked_up_at: START, failure })])
  server.use(http.post('*/api/v1/drivers/me/positions', () => HttpResponse.json({ items: [] })))
  const { user } = visit(CONSOLE)
  const job = await card()
  await job.findByText(/2\.3 mi away/)
  await user.click(job.getByRole('button', { name: 'Confirm Return' }))
  const question = await screen.findByRole('dialog', { name: 'You are 2.3 mi from the pickup' })
  await user.click(within(question).getByRole('button', { name: 'Not yet' }))
  expect(console.sentActions).toEqual([])
  await user.click(job.getByRole('button', { name: 'Confirm Return' }))
  const again = await screen.findByRole('dialog', { name: 'You are 2.3 mi from the pickup' })
  await user.click(within(again).getByRole('button', { name: 'Confirm return' }))
  await waitFor(() => expect(console.sentActions).toEqual(['confirm_return']))
})

test('a start far from the pickup is asked about, and its clock begins only after a yes', async () => {
  aDeviceAt(40.791, -73.985)
  const console = atTheConsole([aDelivery({ en_route_at: START })])
  server.use(http.post('*/api/v1/drivers/me/positions', () => HttpResponse.json({ items: [] })))
  const { user } = visit(CONSOLE)
  const job = await card()
  expect(job.getByText('On the way to pickup')).toBeInTheDocument()
  await job.findByText(/2\.3 mi away/)
  await user.click(job.getByRole('button', { name: 'Start Delivery' }))
  const dialog = { name: 'You are 2.3 mi from the pickup' }
  const question = within(await screen.findByRole('dialog', dialog))
  expect(question.getByText(/begins the clock/)).toBeInTheDocument()
  await user.click(question.getByRole('button', { name: 'Not yet' }))
  expect(console.sentActions).toEqual([])
  await user.click(job.getByRole('button', { name: 'Start Delivery' }))
  const again = within(await screen.findByRole('dialog', dialog))
  await user.click(again.getByRole('button', { name: 'Start Delivery' }))
  await waitFor(() => expect(console.sentActions).toEqual(['start']))
})
