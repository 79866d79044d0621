import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import {
  aMouth,
  anEar,
  atTheConsole,
  CONSOLE,
  card,
  refusing,
  START,
} from '@/testing/driverConsole'
import { visit } from '@/testing/render'

afterEach(() => {
  Reflect.deleteProperty(navigator, 'geolocation')
  vi.unstubAllGlobals()
})

test('a browser that understands no speech says so on its switch', async () => {
  atTheConsole([aDelivery()])
  visit(CONSOLE)
  expect(await screen.findByRole('button', { name: 'Voice' })).toBeDisabled()
})

test('the voice starts a delivery, and says so where nothing fits', async () => {
  const ears = anEar()
  const console = atTheConsole([aDelivery({ en_route_at: START })])
  const { user } = visit(CONSOLE)
  const job = await card()
  await user.click(screen.getByRole('button', { name: 'Voice' }))
  await ears.hear('picked up')
  await screen.findByText('Sorry, I could not complete that action.')
  await ears.hear('start delivery')
  await job.findByRole('button', { name: /^Confirm Pickup/ })
  await waitFor(() => expect(console.sentActions).toEqual(['start']))
})

test('a spoken step that the server refuses is said to have failed', async () => {
  const ears = anEar()
  const spoken = aMouth()
  atTheConsole([aDelivery({ en_route_at: START })])
  refusing('Delivery session not found')
  const { user } = visit(CONSOLE)
  await card()
  await user.click(screen.getByRole('button', { name: 'Voice' }))
  await ears.hear('start delivery')
  await screen.findByText('Error starting delivery: Delivery session not found', { exact: false })
  await waitFor(() =>
    expect(spoken).toEqual(['Delivery started.', 'Sorry, I could not complete that action.']),
  )
})

test('the voice stops a delivery after a spoken yes', async () => {
  const ears = anEar()
  const console = atTheConsole([aRunningDelivery(START, { picked_up_at: START })])
  const { user } = visit(CONSOLE)
  const job = await card()
  await user.click(screen.getByRole('button', { name: 'Voice' }))
  await ears.hear('delivered')
  await screen.findByRole('button', { name: 'Yes, complete delivery' })
  await ears.hear('no')
  await screen.findByText('Okay, nothing was changed.')
  expect(job.getByRole('button', { name: /^Complete delivery/ })).toHaveTextContent(
    'or say “Stop Delivery”',
  )
  await ears.hear('stop delivery')
  await screen.findByRole('button', { name: 'Yes, complete delivery' })
  await ears.hear('yes')
  await waitFor(() => expect(console.sentActions).toEqual(['stop']))
})
