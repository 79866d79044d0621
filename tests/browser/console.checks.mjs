import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { touchActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { looksRightAsWorn, SCREENS, visit, wear } from './page.mjs'
import { aQuote, ask, booked, emailOfDriver, tokenOf } from './paidOrder.mjs'
import { soakTest } from './soak.mjs'

const PASSWORD = 'Haulage-demo-1'
const CONSOLE = '/driver-dashboard'
const DAY_MS = 86_400_000
const SIDEWAYS = { width: 640, height: 360 }

const MIDTOWN = { lat: 40.7527, lng: -73.9772, address: '89 E 42 ST, New York, NY 10017' }
/** Degrees north, some 340 m: near enough to drive while the check looks on, and no jump. */
const A_FEW_BLOCKS = 0.0031

/** The circle wants fixes ten seconds apart (OP-49). */
const FIX_EVERY_MS = 2_500
const MOST_FIXES = 12
const STEPS_IN_THE_TUNNEL = 50

describe('the delivery console', () => {
  soakTest('starts at the pickup, works through a tunnel, and tells each step once', async (t) => {
    const { driver, here } = await somebodyOnline()
    const pickup = northOf(here, 1)
    const dropoff = northOf(here, 2)
    const quote = await aQuote({ pickup, dropoff })
    const { page, context, complaints } = await visit(t, `/login?next=${CONSOLE}`, {
      screen: SCREENS.phone,
      touch: true,
      maps: true,
      before: async (opened) => {
        await opened.context().grantPermissions(['geolocation'])
        await moveTo(opened, here)
      },
    })
    const finger = touchActions(page)
    await signIn(page, finger, { email: emailOfDriver(driver.name), password: PASSWORD })
    await page.getByRole('heading', { level: 1, name: 'Driver Dashboard' }).waitFor()
    // A worker that cannot be installed never controls the page, nor is it ever ready.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('haulage.session')).access_token,
    )

    const order = await booked({ ...quote, driver })
    const request = page.getByRole('article', { name: `Order #${order.number}` })
    await finger.press(request.getByRole('button', { name: 'Accept' }).first())
    const job = page.getByRole('article', { name: `Order #${order.number}` })
    await finger.press(job.getByRole('button', { name: 'On My Way' }))
    await job.getByRole('button', { name: 'Start Delivery' }).waitFor()

    // Coming to the pickup begins the delivery; meanwhile it is looked at.
    await dwellAt(
      page,
      pickup,
      async () => {
        await looksRightAsWorn(page)
        await wear(page, 'dark')
        await looksRightAsWorn(page)
        await page.setViewportSize(SIDEWAYS)
        await looksRightAsWorn(page)
        await page.setViewportSize(SCREENS.phone)
        await wear(page, 'light')
      },
      job.getByRole('button', { name: 'Confirm Pickup' }),
    )
    const started = await ask(token, `/api/v1/deliveries/${order.id}`, undefined, 'GET')
    assert.deepEqual(
      started.geofence_events.map(({ type, auto_triggered }) => [type, auto_triggered]),
      [['pickup_enter', true]],
    )

    // The tunnel. The page is opened again in it, from what is kept on the device.
    await context.setOffline(true)
    await page.reload()
    await finger.press(job.getByRole('button', { name: 'Confirm Pickup' }))
    for (let step = 1; step < STEPS_IN_THE_TUNNEL; step += 1) {
      const label = step % 2 ? 'Pause' : 'Resume'
      await job.getByRole('button', { name: label }).dispatchEvent('click')
    }
    await job.getByText(`${STEPS_IN_THE_TUNNEL} steps are kept here`).waitFor()
    await page.reload()
    await job.getByText(`${STEPS_IN_THE_TUNNEL} steps are kept here`).waitFor()

    // Somebody replays them from elsewhere: shuffled, and twice.
    const actions = (await page.evaluate(whatWaits)).map(({ client_id, at, order_id, action }) => ({
      client_id,
      at,
      order_id,
      action,
    }))
    assert.equal(new Set(actions.map((it) => it.client_id)).size, STEPS_IN_THE_TUNNEL)
    const outcomes = []
    for (const batch of [actions.toReversed(), shuffled(actions)]) {
      const { items, deliveries } = await ask(token, '/api/v1/deliveries/actions', {
        actions: batch,
      })
      assert.ok(items.every(({ outcome }) => outcome === 'applied' || outcome === 'repeated'))
      outcomes.push(stateOf(deliveries[0]))
    }
    assert.deepEqual(outcomes[1], outcomes[0])

    // Out of the tunnel the device tells them a third time, and nothing comes of it.
    await context.setOffline(false)
    await page.getByText('Connected. Everything is sent.').waitFor()
    const after = await ask(token, `/api/v1/deliveries/${order.id}`, undefined, 'GET')
    assert.deepEqual(stateOf(after), outcomes[0])
    assert.deepEqual(await page.evaluate(whatWaits), [])
    assert.equal(await page.getByRole('alert').filter({ hasText: 'Order' }).count(), 0)

    // Coming to the delivery ends it.
    await finger.press(job.getByRole('button', { name: 'Resume' }))
    const done = page.getByRole('region', { name: 'Delivered' })
    const sent = () => page.getByText('Everything is sent.').waitFor()
    await dwellAt(page, dropoff, sent, done.getByText(`Order #${order.number}`))
    await looksRightAsWorn(page)
    await finger.press(page.getByRole('button', { name: 'Go Offline' }))
    await page.getByText('You are OFFLINE').waitFor()
    assert.deepEqual(
      complaints.filter((said) => !said.includes('ERR_INTERNET_DISCONNECTED')),
      [],
    )
  })
})

/** A driver of the demonstration, and where they are: a device that is elsewhere is not believed. */
async function somebodyOnline() {
  const { drivers } = await aQuote({ pickup: MIDTOWN, dropoff: northOf(MIDTOWN, 2) })
  const token = await tokenOf(emailOfDriver(drivers[0].name), PASSWORD)
  const since = new Date(Date.now() - DAY_MS).toISOString()
  const path = `/api/v1/drivers/me/positions?limit=500&since=${since}`
  const { items } = await ask(token, path, undefined, 'GET')
  const { lat, lng } = items.at(-1).position
  return { driver: drivers[0], here: { lat, lng } }
}

function northOf({ lat, lng }, blocks) {
  const address = `${blocks} up the road, New York, NY`
  return { lat: lat + blocks * A_FEW_BLOCKS, lng, address }
}

function moveTo(page, { lat, lng }) {
  return page.context().setGeolocation({ latitude: lat, longitude: lng, accuracy: 9 })
}

/** A device that lies within a circle and says so now and then, until the screen shows what follows. */
async function dwellAt(page, place, meanwhile, follows) {
  await moveTo(page, place)
  await meanwhile()
  for (let fix = 1; fix <= MOST_FIXES; fix += 1) {
    if (await isSeenWithin(follows, FIX_EVERY_MS)) return
    await moveTo(page, { lat: place.lat + fix * 0.00001, lng: place.lng })
  }
  await follows.waitFor()
}

function isSeenWithin(target, timeout) {
  return target.waitFor({ timeout }).then(
    () => true,
    () => false,
  )
}

/** What of a delivery the steps decide. */
function stateOf({ status, start_time, picked_up_at, end_time, timer }) {
  const { pauses, is_paused } = timer
  return { status, start_time, picked_up_at, end_time, pauses, is_paused }
}

/** In an order that is neither the one nor its reverse, and always the same. */
function shuffled(actions) {
  return actions.toSorted((a, b) => a.client_id.localeCompare(b.client_id))
}

// Runs in the page.
function whatWaits() {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('haulage-driver')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('actions').objectStore('actions').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result.sort((a, b) => a.seq - b.seq))
      }
    }
  })
}
