// A marketplace that is no demonstration, and takes its cards over HTTP at a simulated Stripe.
import assert from 'node:assert/strict'
import { newCustomer } from './customer.mjs'
import { done, folder, heldPorts, serving } from './servers.mjs'
import { until } from './until.mjs'

const WEBHOOK_SECRET = 'whsec_of_the_checks'
const CONNECT_WEBHOOK_SECRET = 'whsec_of_their_accounts'

const MIDTOWN = { lat: 40.7527, lng: -73.9772, address: '89 E 42 ST, New York, NY 10017' }
const WILLIAMSBURG = { lat: 40.7134, lng: -73.9554, address: '200 BEDFORD AV, Brooklyn, NY 11249' }

/**
 * The simulated Stripe, the server that asks it and is told by it, and an administrator. The server
 * can be started again with other *settings*, at the same address and with the same data.
 */
export async function marketplaceOnStripe() {
  const [serverPort, stripePort] = await heldPorts(2)
  const [base, stripe] = [`http://127.0.0.1:${serverPort}`, `http://127.0.0.1:${stripePort}`]
  const data = await folder()
  const webhook = ['--webhook', `${base}/webhooks/stripe`, '--webhook-secret', WEBHOOK_SECRET]
  const simulator = await serving(
    [
      'simulate',
      'stripe',
      '--port',
      `${stripePort}`,
      '--decline-share',
      '0',
      '--connect-webhook-secret',
      CONNECT_WEBHOOK_SECRET,
      ...webhook,
    ],
    {},
    `${stripe}/v3/`,
  )
  let server = null

  async function start(settings) {
    await server?.stop()
    const command = ['serve', '--data', data.path, '--port', `${serverPort}`]
    const chosen = {
      HAULAGE_AUTOCONFIRM: '1',
      HAULAGE_STRIPE_API_BASE: stripe,
      HAULAGE_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      HAULAGE_STRIPE_CONNECT_WEBHOOK_SECRET: CONNECT_WEBHOOK_SECRET,
      ...settings,
    }
    server = await serving(command, chosen, `${base}/health/ready`)
  }
  async function stop() {
    await Promise.all([server?.stop(), simulator.stop()])
    await data.remove()
  }

  try {
    await start()
    const [admin, second] = [await somebody(base), await somebody(base)]
    for (const { email } of [admin, second])
      await done(['admin', 'grant', email, '--data', data.path])
    return { base, stripe: atStripe(stripe), admin, second, atWork: [], start, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** What banks and operators do at the simulated company, and what it has. */
function atStripe(address) {
  const ask = async (path, options) => {
    const headers = { authorization: 'Bearer sk_test_of_the_checks' }
    const answer = await fetch(address + path, { headers, ...options })
    assert.equal(answer.status, 200, await answer.clone().text())
    return answer.json()
  }
  return {
    address,
    list: async (path) => (await ask(path)).data,
    post: (path, form) => ask(path, { method: 'POST', body: new URLSearchParams(form) }),
  }
}

/** Somebody with an account of their own, who asks the API without a browser. */
export async function somebody(base, userType = 'customer') {
  const { name, email, phone, password } = newCustomer()
  const headers = { 'content-type': 'application/json' }
  const signedUp = await fetch(`${base}/auth/v1/signup`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password, data: { name, phone, userType } }),
  })
  assert.equal(signedUp.status, 200, await signedUp.clone().text())
  headers.authorization = `Bearer ${(await signedUp.json()).access_token}`
  const ask = async (method, path, body) => {
    const answer = await fetch(`${base}/api/v1${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    assert.ok(answer.ok, `${method} ${path}: ${await answer.clone().text()}`)
    return answer.json()
  }
  return {
    name,
    email,
    password,
    get: (path) => ask('GET', path),
    post: (path, body) => ask('POST', path, body),
    patch: (path, body) => ask('PATCH', path, body),
  }
}

/** A driver who waits for work near every pickup of these checks. */
export async function driverAtWork({ base, admin, second, atWork }) {
  const driver = await somebody(base, 'driver')
  const { id } = await driver.get('/drivers/me')
  await admin.post(`/drivers/${id}/approval`, { reason: 'Known to us.' })
  await second.post(`/drivers/${id}/approval/confirm`)
  // The same start and end are the whole day: what is booked here is for the next hour.
  await driver.patch('/drivers/me', { working_hours_start: '00:00', working_hours_end: '00:00' })
  await driver.post('/drivers/me/online', { location: { lat: MIDTOWN.lat, lng: MIDTOWN.lng } })
  atWork.push(driver)
  return { id, ...driver }
}

/**
 * An order for the next hour, when drivers may set out, that is not paid yet; with its driver.
 *
 * The five best drivers are offered, online or not, and all of these checks ask at one place: those of earlier
 * checks work at other hours from now on, or a new one might not be among the five.
 */
export async function unpaidOrder(place, customer) {
  const earlier = place.atWork.splice(0)
  await Promise.all(earlier.map((driver) => driver.patch('/drivers/me', halfADayFromNow())))
  const driver = await driverAtWork(place)
  const quote = await customer.post('/quotes', {
    pickup: MIDTOWN,
    dropoff: WILLIAMSBURG,
    items: [{ description: 'Two boxes of books', weight: 40 }],
    scheduled_time: new Date(Date.now() + 3_600_000).toISOString(),
  })
  await customer.post(`/quotes/${quote.id}/matches`)
  const order = await customer.post('/orders', {
    quote_id: quote.id,
    driver_id: driver.id,
    contact: { name: customer.name, phone: '+1 212 555 0100' },
    items_description: 'Two boxes of books',
  })
  return { order, driver }
}

/** Working hours in which nothing of these checks is booked, wherever its driver lives. */
function halfADayFromNow() {
  const hour = (new Date().getUTCHours() + 8) % 24
  const written = (each) => `${String(each % 24).padStart(2, '0')}:00`
  return { working_hours_start: written(hour), working_hours_end: written(hour + 1) }
}

/** 17:00 UTC is noon in New York, or one o'clock. */
export function tomorrowAtNoon() {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + 1)
  day.setUTCHours(17, 0, 0, 0)
  return day
}

export async function paidOrder(place, customer) {
  const { order, driver } = await unpaidOrder(place, customer)
  const payment = await customer.post(`/orders/${order.id}/payment`)
  const card = { number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123', name: customer.name }
  await customer.post(`/payments/${payment.id}/confirm`, { card })
  return { order, payment, driver }
}

/** Sets a driver's account up as the provider's form does, and waits until the server has heard of it. */
export async function setUpAccount({ stripe }, driver) {
  await driver.post(`/drivers/${driver.id}/payout-account/onboarding-link`)
  const account = () => driver.get(`/drivers/${driver.id}/payout-account`)
  await stripe.post(`/simulator/accounts/${(await account()).account_id}/finish`)
  await until(account, ({ status }) => status === 'active')
}

/** Drives an order to its end. */
export async function deliver(driver, order) {
  for (const step of ['accept', 'en-route', 'start', 'pickup', 'complete']) {
    await driver.post(`/orders/${order.id}/${step}`)
  }
}

/** What a marketplace needs for browsers to show cards to Stripe themselves. */
export const OWN_FIELDS = {
  HAULAGE_STRIPE_OWN_FIELDS: '1',
  HAULAGE_STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_checks',
}

/** Leads what a page asks of Stripe's hosts to the simulated company, as their addresses stand. */
export async function leadToSimulator(page, { address }) {
  await page.context().route(/^https:\/\/(js|api|hooks)\.stripe\.com\//, async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const answer = await fetch(address + pathname + search, {
      method: request.method(),
      headers: { 'content-type': (await request.headerValue('content-type')) ?? 'text/plain' },
      body: request.postData() ?? undefined,
    })
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    })
  })
}

/** Stripe's fields in their frame, where only the cardholder can write. */
export function stripesFields(page) {
  return page.frameLocator('iframe[title="Secure payment input frame"]')
}

export async function fillStripesFields(page, actions, number) {
  const fields = stripesFields(page)
  await actions.write(fields.getByLabel('Card number'), number)
  await actions.write(fields.getByLabel('Expiration date'), '12 / 39')
  await actions.write(fields.getByLabel('Security code'), '123')
}

/** The page of the cardholder's bank, over ours. */
export function banksPage(page) {
  return page.frameLocator('iframe[title="3D Secure challenge"]')
}
