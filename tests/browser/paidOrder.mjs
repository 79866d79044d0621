// An order that somebody books and pays over HTTP, for checks about what comes after that.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { newCustomer } from './customer.mjs'
import { BASE } from './page.mjs'

const SAMPLES = new URL('../../adapters/haulage_adapters/demonstration/people.py', import.meta.url)

const CARD = { number: '4242 4242 4242 4242', expiry: '12/39', cvc: '123', name: 'Ann Example' }

/** What the server answers; anything but success fails the check. */
export async function ask(token, path, body = undefined, method = 'POST') {
  const response = await fetch(new URL(path, BASE), {
    method,
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json()
  assert.ok(response.ok, JSON.stringify(answer))
  return answer
}

/** Somebody new who wants *trip* driven now, and the drivers for it as customers read of them, the best first. */
export async function aSearch(trip) {
  const customer = newCustomer()
  const { name, email, phone, password } = customer
  const data = { name, phone, userType: 'customer' }
  const session = await ask('', '/auth/v1/signup', { email, password, data })
  const token = session.access_token
  const items = [{ description: 'Two boxes', weight: 40 }]
  const quote = await ask(token, '/api/v1/quotes', { ...trip, items })
  const matches = await ask(token, `/api/v1/quotes/${quote.id}/matches`)
  return { customer, token, quote, drivers: matches.items }
}

/**
 * The same among drivers of the demonstration. A driver has their whole name here, by which checks sign in as
 * them; customers read it once their order is accepted.
 */
export async function aQuote(trip) {
  const found = await aSearch(trip)
  const drivers = found.drivers.map((driver) => ({ ...driver, name: wholeNameOf(driver.name) }))
  return { ...found, drivers }
}

/** "Dana Brooks" for "Dana B.": no two drivers of the demonstration have the same short name. */
export function wholeNameOf(short) {
  const begins = short.replace(/\.$/, '')
  const names = [...readFileSync(SAMPLES, 'utf8').matchAll(/^ {4}\("([^"]+)", _[PVTB],/gm)]
  const found = names.map(([, name]) => name).filter((name) => name.startsWith(begins))
  assert.equal(found.length, 1, `${short} is ${found.join(', ') || 'nobody of the demonstration'}`)
  return found[0]
}

/** Books what was quoted, with that driver. */
export function unpaid({ customer, token, quote, driver }) {
  return ask(token, '/api/v1/orders', {
    quote_id: quote.id,
    driver_id: driver.driver_id,
    contact: { name: customer.name, phone: customer.phone },
    items_description: 'Two boxes',
  })
}

/** Books and pays what was quoted, with that driver. */
export async function booked(wanted) {
  const { token } = wanted
  const order = await unpaid(wanted)
  const payment = await ask(token, `/api/v1/orders/${order.id}/payment`)
  await ask(token, `/api/v1/payments/${payment.id}/confirm`, { card: CARD })
  return order
}

/** Somebody new with a paid order for the best driver there is for *trip*. */
export async function aPaidOrder(trip) {
  const quoted = await aQuote(trip)
  const order = await booked({ ...quoted, driver: quoted.drivers[0] })
  return { ...quoted, order }
}

/** A token of somebody of the demonstration. */
export async function tokenOf(email, password) {
  const path = '/auth/v1/token?grant_type=password'
  return (await ask('', path, { email, password })).access_token
}

/** The demonstration's drivers are called by their names, but for the one who shows it to visitors. */
export function emailOfDriver(name) {
  const called = name === 'Dana Brooks' ? 'driver' : name.toLowerCase().replaceAll(' ', '.')
  return `${called.replaceAll(/[^a-z.]/g, '')}@haulage.example`
}
