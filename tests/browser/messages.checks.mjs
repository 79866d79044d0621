import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { signIn } from './customer.mjs'
import { fingerOf, mouseOf } from './hands.mjs'
import { looksRight, SCREENS, visit } from './page.mjs'
import { aQuote, ask, booked, emailOfDriver, tokenOf } from './paidOrder.mjs'

const PASSWORD = 'Haulage-demo-1'
const TRIP = {
  pickup: { lat: 40.7306, lng: -73.9866, address: '200 E 10 ST, New York, NY 10003' },
  dropoff: { lat: 40.7484, lng: -73.9857, address: '350 5 AV, New York, NY 10118' },
}

/** Nobody waits longer for what the other one wrote. */
const SEEN_MS = 2_000

describe('messages', () => {
  test('come to the other side within two seconds and turn read', async (t) => {
    const { customer, driver, order } = await anAcceptedOrder()
    const drivers = await opened(t, driver, '/driver-dashboard/console', SCREENS.phone)
    const customers = await opened(t, customer, `/track/${order.id}`, SCREENS.phone)
    const job = drivers.getByRole('article', { name: `Order #${order.number}` })
    const messages = customers.getByRole('region', { name: 'Messages' })
    await messages.getByText('No messages yet').waitFor()
    await looksRight(customers, SCREENS.phone)

    const box = messages.getByRole('textbox', { name: /^Message / })
    await box.fill('I am at the side door.')
    await messages.getByRole('button', { name: 'Send' }).tap()
    const glance = job.getByRole('button', { name: /^Messages 1 new I am at the side door\.$/ })
    await glance.waitFor({ timeout: SEEN_MS })
    await looksRight(drivers, SCREENS.phone)
    await glance.tap()
    await job.getByRole('log').getByText('I am at the side door.').waitFor()
    await messages.getByText('Read', { exact: true }).waitFor({ timeout: SEEN_MS })
    await staysInSight(drivers, job.getByRole('button', { name: 'On My Way' }))
    await looksRight(drivers, SCREENS.phone)

    await job.getByRole('button', { name: /^On my way/ }).tap()
    const said = messages.getByRole('log').getByText(/I am on my way/)
    await said.waitFor({ timeout: SEEN_MS })
    await job.getByText('Read', { exact: true }).waitFor({ timeout: SEEN_MS })
    await looksRight(customers, SCREENS.phone)
    await goOffline(drivers)
  })
})
