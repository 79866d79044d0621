import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mouseActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { looksRightInBothSchemes, SCREENS, visit } from './page.mjs'
import { aQuote, ask, booked, emailOfDriver, tokenOf } from './paidOrder.mjs'

const PASSWORD = 'Haulage-demo-1'
const TRIP = {
  pickup: { lat: 40.7306, lng: -73.9866, address: '200 E 10 ST, New York, NY 10003' },
  dropoff: { lat: 40.7484, lng: -73.9857, address: '350 5 AV, New York, NY 10118' },
}

describe('messages', () => {
  test('come to the other side by themselves and turn read', async (t) => {
    const { customer, driver, order } = await anAcceptedOrder()
    const drivers = await opened(t, driver, '/driver-dashboard')
    const customers = await opened(t, customer, `/track/${order.id}`)
    const job = drivers.page.getByRole('article', { name: `Order #${order.number}` })
    const next = job.getByRole('button', { name: 'On My Way', exact: true })
    await next.waitFor()
    const messages = customers.page.getByRole('region', { name: 'Messages' })
    await messages.getByRole('textbox', { name: /^Message / }).waitFor()
    await customers.page.getByText('Up to date', { exact: true }).waitFor()

    await messages.getByRole('textbox', { name: /^Message / }).fill('I am at the side door.')
    await messages.getByRole('button', { name: 'Send' }).click()
    const glance = job.getByRole('button', { name: /^Messages 1 new\s+I am at the side door\.$/ })
    await glance.waitFor()
    await looksRightInBothSchemes(drivers.page)
    await glance.click()
    await job.getByRole('log').getByText('I am at the side door.').waitFor()
    await messages.getByText('Read', { exact: true }).waitFor()
    await staysInSight(next)
    await looksRightInBothSchemes(drivers.page)

    await job.getByRole('button', { name: /^On my way\b.*this is/s }).click()
    const message = messages
      .getByRole('log')
      .getByText(/^Hi Ann Example, this is .* I am on my way\.$/)
    await message.waitFor()
    await job.getByRole('log').getByText('Read', { exact: true }).waitFor()
    await looksRightInBothSchemes(customers.page)
    await ask(driver.token, '/api/v1/drivers/me/offline')
    assert.deepEqual([customers.complaints, drivers.complaints], [[], []])
  })
})

/** Somebody's paid order, which the best driver for it has accepted. */
async function anAcceptedOrder() {
  const quote = await aQuote(TRIP)
  const [driver] = quote.drivers
  const order = await booked({ ...quote, driver })
  const email = emailOfDriver(driver.name)
  const token = await tokenOf(email, PASSWORD)
  await ask(token, `/api/v1/orders/${order.id}/accept`)
  return { customer: quote.customer, driver: { email, password: PASSWORD, token }, order }
}

async function opened(t, who, path) {
  const path_ = `/login?next=${encodeURIComponent(path)}`
  const visited = await visit(t, path_, { screen: SCREENS.phone, before: carryADevice })
  await signIn(visited.page, mouseActions(visited.page), who)
  return visited
}

async function carryADevice(page) {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 40.7545, longitude: -73.978, accuracy: 9 })
}

/** Whatever is unfolded above it, the button of the next step is there to be pressed. */
async function staysInSight(button) {
  await button.click({ trial: true })
  const box = await button.boundingBox()
  assert.ok(box && box.y >= 0 && box.y + box.height <= SCREENS.phone.height, JSON.stringify(box))
}
