import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { describe, test } from 'node:test'
import { mouseActions } from './actions.mjs'
import {
  chooseService,
  fillBooking,
  fillLocations,
  goOn,
  pay,
  priceInSight,
  register,
} from './customer.mjs'
import { assertAccessible, visit } from './page.mjs'
import { demonstration } from './servers.mjs'
import { soakTest } from './soak.mjs'

/** The page waits up to half a minute between two attempts, and a server starts in seconds. */
const BACK_MS = 90_000

const WAYS = new URL('../adapters/recordings/osrm-ways.json', import.meta.url)

// Each at a server of its own, and most of it is waiting.
describe('an outage', { concurrency: true }, () => {
  test('the server goes away while an order is tracked, and comes back to the same page', async (t) => {
    // On a busy machine it is away for longer than a driver is waited for.
    const server = await demonstration(t, {
      HAULAGE_DEMO_SPEED: '6',
      HAULAGE_OFFER_SECONDS: '300',
    })
    const { page } = await visit(t, '/register?next=/book-service', { base: server.base })
    const actions = mouseActions(page)
    await register(page, actions)
    await fillBooking(page, actions)
    await pay(page, actions)
    await page.waitForURL(/\/track\//)
    const order = page.getByRole('region', { name: 'Order', exact: true })
    await order.getByText(/^(Live|Up to date)$/).waitFor()
    await page.evaluate(() => {
      window.neverReloaded = true
    })

    await server.stop()
    await order.getByText('Reconnecting…').waitFor({ timeout: BACK_MS })
    // Only now: until the server is away the driver may accept, which shows more of them.
    const driver = await order.getByRole('region', { name: 'Your driver' }).innerText()
    const [vehicle] = driver.match(/^.*\b\d{4} .+$/m)
    await order.getByText(/^as of \d+ s ago$/).waitFor({ timeout: BACK_MS })
    assert.equal(await order.getByRole('region', { name: 'Your driver' }).innerText(), driver)
    await assertAccessible(page)

    await server.start()
    await order.getByText(/^(Live|Up to date)$/).waitFor({ timeout: BACK_MS })
    assert.equal(await page.getByText(/^as of/).count(), 0)
    await order.getByRole('region', { name: 'Your driver' }).getByText(vehicle).waitFor()
    assert.equal(await page.evaluate(() => window.neverReloaded), true)
  })

  soakTest('the road engine fails, no price is invented, and Try Again recovers', async (t) => {
    const engine = await roadEngine(t)
    const server = await demonstration(t)
    await server.stop()
    // What the demonstration has driven so far was found by the engine that comes with it.
    await server.start({
      HAULAGE_ROUTES_ENGINE: 'osrm',
      HAULAGE_ROUTES_URL: engine.address,
    })
    const { page } = await visit(t, '/register?next=/book-service', { base: server.base })
    const actions = mouseActions(page)
    await register(page, actions)
    await chooseService(page, actions)
    await goOn(page, actions)
    await fillLocations(page, actions)
    const failed = page.getByRole('alert').filter({ hasText: 'Route Calculation Error' }).first()
    await failed.waitFor()
    assert.equal(await priceInSight(page).count(), 0)
    await assertAccessible(page)

    engine.isUp = true
    await failed.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('Total Distance').waitFor()
  })
})

/** An OSRM that fails until it `isUp`, and then answers every question with ways that a real one gave. */
async function roadEngine(t) {
  const engine = { isUp: false, address: '' }
  const ways = await readFile(WAYS)
  const server = createServer((_request, response) => {
    if (!engine.isUp) return response.destroy()
    response.setHeader('Content-Type', 'application/json')
    response.end(ways)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  engine.address = `http://127.0.0.1:${server.address().port}`
  t.after(() => server.close())
  return engine
}
