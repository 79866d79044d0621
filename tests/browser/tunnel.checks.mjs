import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { describe, test } from 'node:test'
import { mouseActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { BASE, looksRightInBothSchemes, SCREENS, visit } from './page.mjs'
import { aQuote, ask, booked, emailOfDriver, tokenOf } from './paidOrder.mjs'

const PASSWORD = 'Haulage-demo-1'
const CONSOLE = '/driver-dashboard'
const ACTIONS = '/api/v1/deliveries/actions'
const TRIP = {
  pickup: { lat: 40.7306, lng: -73.9866, address: '200 E 10 ST, New York, NY 10003' },
  dropoff: { lat: 40.7484, lng: -73.9857, address: '350 5 AV, New York, NY 10118' },
}

describe('without a connection', () => {
  test('a delivery fails and is brought back, and both are told once the connection is back', async (t) => {
    const { driver, token, order } = await aJob(t, ['accept', 'en-route', 'start', 'pickup'])
    const { page, context } = await atTheConsole(t, driver)
    const job = page.getByRole('article', { name: `Order #${order.number}` })
    await job.waitFor()
    await context.setOffline(true)
    await page.reload()

    await job.getByRole('button', { name: 'Can’t Deliver' }).click()
    const dialog = page.getByRole('dialog', { name: `Can’t deliver order #${order.number}?` })
    await dialog.getByRole('radio', { name: 'The items are damaged' }).check()
    await looksRightInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Bring Items Back' }).click()
    await job.getByRole('button', { name: 'Confirm Return' }).waitFor()
    await page.reload()
    await looksRightInBothSchemes(page)
    await job.getByRole('button', { name: 'Confirm Return' }).click()
    const waiting = page.getByRole('list', { name: 'Waiting to be told' })
    await waiting.getByText(`Order #${order.number} is back at the pickup.`).waitFor()
    await looksRightInBothSchemes(page)

    await context.setOffline(false)
    await page.getByText('Connected. Everything is sent.').waitFor()
    await waiting.waitFor({ state: 'detached' })
    const ended = await ask(token, `/api/v1/deliveries/${order.id}`, undefined, 'GET')
    assert.equal(ended.status, 'cancelled')
    assert.equal(ended.failure.reason, 'items_damaged')
    assert.ok(ended.failure.returned_at > ended.failure.at)
  })
})

describe('a new version of the console', () => {
  test('waits for what is not sent, takes it along when it is needed for it, and nothing stays behind a sign-out', async (t) => {
    const { driver, order, cancel } = await aJob(t, ['accept'])
    const site = await aSite(t, 'A')
    const { page } = await atTheConsole(t, driver, site.address)
    const job = page.getByRole('article', { name: `Order #${order.number}` })
    await job.waitFor()

    // The server is down for what is done, and there is a new version.
    site.answersActions = 503
    await job.getByRole('button', { name: 'On My Way' }).click()
    await page.getByText('1 step could not be sent yet. Trying again.').waitFor()
    site.version = 'B'
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.getByText('It can be taken once 1 step kept here is sent.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Update' }).count(), 0)
    await looksRightInBothSchemes(page)

    // Now the server does not understand this version any more: the new one takes the step along.
    site.answersActions = 400
    await page.getByRole('button', { name: 'Try Now' }).click()
    await page.getByText('A new version is needed to send 1 step kept here.').waitFor()
    site.answersActions = 503
    assert.equal(await versionOf(page), 'A')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.waitForFunction(() => document.documentElement.dataset.version === 'B')
    await page.getByText('1 step could not be sent yet. Trying again.').waitFor()

    // Whoever signs out is asked first.
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out before everything is sent?' })
    await dialog.getByText('1 step is on this phone only.').waitFor()
    await looksRightInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Stay Signed In' }).click()
    assert.equal(await leftBehind(page), 'haulage.in-hand, 1 action')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await dialog.getByRole('button', { name: 'Sign Out and Delete' }).click()
    await page.getByRole('heading', { name: /The price up front/ }).waitFor()
    await page.waitForFunction(() => !localStorage.getItem('haulage.session'))
    await page.waitForFunction(leftBehindNothing)
    await cancel()
  })
})

/** Somebody's order with the best driver for it, who has taken these steps of it. */
async function aJob(t, steps) {
  const quote = await aQuote(TRIP)
  const [driver] = quote.drivers
  const order = await booked({ ...quote, driver })
  const email = emailOfDriver(driver.name)
  const token = await tokenOf(email, PASSWORD)
  for (const step of steps) await ask(token, `/api/v1/orders/${order.id}/${step}`)
  // Whose dashboard was open drives on by themselves, and would be in the way of other checks.
  t.after(() => ask(token, '/api/v1/drivers/me/offline'))
  const cancel = () => ask(quote.token, `/api/v1/orders/${order.id}/cancel`, {})
  return { driver: { email, password: PASSWORD }, token, order, cancel }
}

async function atTheConsole(t, driver, base = BASE) {
  const opened = await visit(t, `/login?next=${encodeURIComponent(CONSOLE)}`, {
    screen: SCREENS.phone,
    base,
  })
  const { page } = opened
  await signIn(page, mouseActions(page), driver)
  await page.getByRole('heading', { level: 1, name: 'Driver Dashboard' }).waitFor()
  // A worker that cannot be installed never controls the page, nor is it ever ready.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  return opened
}

/** The site as two builds of it: the same but for the version that the page and the worker name. */
async function aSite(t, version) {
  const site = { version, answersActions: 200, address: '' }
  const server = createServer((asked, answer) => void pass(site, asked, answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  site.address = `http://127.0.0.1:${server.address().port}`
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return site
}

function pass(site, asked, answer) {
  if (asked.url === ACTIONS && site.answersActions !== 200) {
    asked.resume()
    const problem = { status: site.answersActions, code: 'not_understood', message: 'Not now.' }
    answer.writeHead(problem.status, { 'Content-Type': 'application/json' })
    return answer.end(JSON.stringify(problem))
  }
  const { host, ...headers } = asked.headers
  const onward = request(
    new URL(asked.url, BASE),
    { method: asked.method, headers: { ...headers, 'accept-encoding': 'identity' } },
    (response) => {
      const isPage = response.headers['content-type']?.startsWith('text/html')
      const isWorker = asked.url === '/service-worker.js'
      if (!isPage && !isWorker) {
        answer.writeHead(response.statusCode, response.headers)
        return response.pipe(answer)
      }
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        const { 'content-length': length, etag, ...headers } = response.headers
        answer.writeHead(response.statusCode, headers)
        answer.end(isWorker ? ofVersion(text, site.version) : named(text, site.version))
      })
    },
  )
  onward.on('error', () => answer.destroy())
  asked.pipe(onward)
}

/** The page that each build keeps has a revision of its own. */
function ofVersion(worker, version) {
  const revised = worker.replace(
    /("?url"?:\s*["'`]\/index\.html["'`],\s*"?revision"?:\s*["'`])/,
    `$1${version}`,
  )
  assert.notEqual(revised, worker, 'the worker does not name its page')
  return revised
}

function named(page, version) {
  return page.replace('<html ', `<html data-version="${version}" `)
}

function versionOf(page) {
  return page.evaluate(() => document.documentElement.dataset.version)
}

function leftBehind(page) {
  return page.evaluate(async () => {
    const opening = indexedDB.open('haulage-driver')
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const counting = opening.result.transaction('actions').objectStore('actions').count()
    await new Promise((resolve) => {
      counting.onsuccess = resolve
    })
    opening.result.close()
    const actions = localStorage.getItem('haulage.in-hand') === null ? '' : 'haulage.in-hand, '
    return `${actions}${counting.result} action`
  })
}

// Runs in the page.
async function leftBehindNothing() {
  const stored = ['haulage.in-hand', 'haulage.answers'].map((name) => localStorage.getItem(name))
  if (stored.some((it) => it !== null && it !== '[]')) return false
  for (const name of ['haulage-driver', 'haulage-proofs']) {
    const opening = indexedDB.open(name)
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const db = opening.result
    const stores = [...db.objectStoreNames]
    const counts = stores.map((store) => {
      const counting = db.transaction(store).objectStore(store).count()
      return new Promise((resolve) => {
        counting.onsuccess = () => resolve(counting.result)
      })
    })
    const left = await Promise.all(counts)
    db.close()
    if (left.some((count) => count > 0)) return false
  }
  return true
}
