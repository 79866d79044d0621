import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mouseActions, touchActions } from './actions.mjs'
import { centsIn, signIn } from './customer.mjs'
import { looksRightAsWorn, SCREENS, visit, widthDecoded } from './page.mjs'
import { aQuote, booked, emailOfDriver } from './paidOrder.mjs'

const PASSWORD = 'Haulage-demo-1'

/** From both ends of the way so far that nothing is started there by itself, and near enough to confirm. */
const NEARBY = { latitude: 40.7545, longitude: -73.978, accuracy: 9 }
/** Degrees of latitude, some 125 m. */
const A_BLOCK = 0.00112

const TRIP = {
  pickup: {
    lat: NEARBY.latitude + A_BLOCK,
    lng: NEARBY.longitude,
    address: 'A block up, New York, NY',
  },
  dropoff: {
    lat: NEARBY.latitude - A_BLOCK,
    lng: NEARBY.longitude,
    address: 'A block down, New York, NY',
  },
}

/** Signing in comes before the first position, on a busy machine long before. */
const SIGN_IN_MS = 90_000

/** Without a graphics card the first picture of a map takes seconds, on a busy machine many. */
const STARTING_MS = 60_000

const RECIPIENT = 'Robin Example'

/** The customer waits no longer for what happens at their door. */
const SEEN_MS = 2_000

/** What the driver presses, and what the customer reads of it. */
const STEPS = [
  ['On My Way', 'Your driver is on the way to the pickup'],
  ['Start Delivery', 'Your driver is at the pickup'],
  ['Confirm Pickup', 'Your items are on the way'],
  ['Complete delivery', 'Delivered'],
]

describe('a driver with a phone', () => {
  test('drives a paid order step by step while its customer looks on', async (t) => {
    const quoted = await aQuote(TRIP)
    const [chosen] = quoted.drivers
    const { page: driver, complaints: driversComplaints } = await visit(
      t,
      '/login?next=/driver-dashboard',
      { screen: SCREENS.phone, touch: true, before: carryADevice },
    )
    const finger = touchActions(driver)
    const reported = driver.waitForResponse(/\/drivers\/me\/positions$/, { timeout: SIGN_IN_MS })
    await signIn(driver, finger, { email: emailOfDriver(chosen.name), password: PASSWORD })
    await driver.getByText('You are ONLINE and available').waitFor()
    assert.equal((await reported).status(), 200)
    // Until it has come there is a gap in its place, which would read as none.
    const done = Number(
      await figure(driver, 'Completed Jobs').filter({ hasText: /\d/ }).innerText(),
    )
    await looksRightAsWorn(driver)

    const order = await booked({ ...quoted, driver: chosen })
    const { page: customer, complaints } = await visit(t, `/login?next=/track/${order.id}`, {
      maps: true,
    })
    await signIn(customer, mouseActions(customer), quoted.customer)
    await customer.locator('[data-ready]').waitFor({ timeout: STARTING_MS })

    const requests = driver.getByRole('region', { name: 'New Requests' })
    const request = requests.getByRole('article').filter({ hasText: `Order #${order.number}` })
    await request.getByText('The customer chose you').waitFor()
    await looksRightAsWorn(driver)
    await finger.press(request.getByRole('button', { name: 'Accept' }))
    const jobs = driver.getByRole('region', { name: 'Active Orders' })
    const job = jobs.getByRole('article').filter({ hasText: `Order #${order.number}` })
    const promised = await centsIn(job)
    for (const [step, told] of STEPS) {
      const button = job.getByRole('button', { name: step })
      await button.waitFor()
      await looksRightAsWorn(driver)
      await finger.press(button)
      if (step === 'Complete delivery') await prove(driver, finger)
      await storyOf(customer).filter({ hasText: told }).waitFor()
    }
    await seesTheProof(customer)
    await job.waitFor({ state: 'detached' })
    await figure(driver, 'Completed Jobs')
      .and(driver.getByText(`${done + 1}`, { exact: true }))
      .waitFor()

    await finger.press(driver.getByRole('link', { name: 'Earnings & Splits' }))
    const split = driver.getByRole('article').filter({ hasText: `Order #${order.number}` })
    assert.equal(await centsIn(split), promised)
    await finger.press(split.getByRole('button', { name: 'View Details' }))
    await looksRightAsWorn(driver)

    await finger.press(driver.getByRole('link', { name: 'Jobs' }))
    await finger.press(driver.getByRole('button', { name: 'Go Offline' }))
    await driver.getByText('You are now offline and will not receive new requests.').waitFor()
    await driver.getByText('You are OFFLINE').waitFor()
    assert.deepEqual([complaints, driversComplaints], [[], []])
  })
})

/** The recipient signs with a finger, and the driver takes a picture. */
async function prove(page, actions) {
  const form = page.getByRole('form', { name: /^Proof of delivery/ })
  await actions.write(form.getByLabel('Received by'), RECIPIENT)
  const pad = form.getByRole('img', { name: /Signature pad, empty/ })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  const at = ([x, y]) => [box.x + box.width * x, box.y + box.height * y]
  await page.mouse.move(...at([0.15, 0.6]))
  await page.mouse.down()
  for (const spot of [
    [0.3, 0.2],
    [0.45, 0.65],
    [0.6, 0.3],
    [0.85, 0.55],
  ]) {
    await page.mouse.move(...at(spot), { steps: 4 })
  }
  await page.mouse.up()
  await form.getByRole('img', { name: 'Signature pad, signed.' }).waitFor()
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await form.getByAltText('Your delivery, as taken').waitFor()
  await looksRightAsWorn(page)
  await actions.press(form.getByRole('button', { name: 'Complete Delivery' }))
}

/** Without a reload, and with the picture really there. */
async function seesTheProof(page) {
  const proof = page.getByRole('region', { name: 'Proof of delivery' })
  await proof.waitFor({ timeout: SEEN_MS })
  await proof.getByText(RECIPIENT, { exact: true }).waitFor()
  await proof.getByRole('img', { name: `Signature of ${RECIPIENT}` }).waitFor()
  const photo = proof.getByAltText(/taken by the driver$/)
  await photo.scrollIntoViewIfNeeded()
  const width = await widthDecoded(photo)
  assert.ok(width > 100, `the photo is ${width} pixels wide`)
  await looksRightAsWorn(page)
}

async function carryADevice(page) {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation(NEARBY)
}

function figure(page, label) {
  return page.locator('p', { hasText: label }).locator('xpath=following-sibling::p[1]')
}

/** What a screen reader is told of the order. */
function storyOf(page) {
  return page.locator('[data-phase] [role=status]')
}
