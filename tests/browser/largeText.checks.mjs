import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mouseActions } from './actions.mjs'
import {
  BROOKLYN,
  chooseService,
  fillAddress,
  goOn,
  MANHATTAN,
  register,
  signIn,
  stepTitle,
} from './customer.mjs'
import { assertNoSidewaysScroll, goTo, homeIsComplete, visit } from './page.mjs'
import { aQuote, booked, emailOfDriver } from './paidOrder.mjs'

const PHONE = { width: 390, height: 844 }
const SIDEWAYS = { width: 844, height: 390 }
const PASSWORD = 'Haulage-demo-1'
/** In the north of the Bronx, where no other check books. */
const TRIP = {
  pickup: { lat: 40.8899, lng: -73.8679, address: '3500 White Plains Rd, Bronx, NY 10467' },
  dropoff: { lat: 40.8783, lng: -73.8662, address: '2900 White Plains Rd, Bronx, NY 10467' },
}

/** Letters of twice the size, as somebody sets them who sees little (WCAG 1.4.4, 1.4.10). */
async function visitEnlarged(t, path) {
  const before = (page) =>
    page.addInitScript(() => {
      const style = new CSSStyleSheet()
      style.replaceSync('html { font-size: 200% }')
      document.adoptedStyleSheets = [style]
    })
  return await visit(t, path, { screen: PHONE, before })
}

/** Within the screen from left to right, and large enough for a finger. */
async function assertInReach(target) {
  await target.waitFor()
  const { x, width, height } = await target.boundingBox()
  assert.ok(x >= 0 && x + width <= PHONE.width, `it reaches from ${x} to ${x + width} px`)
  assert.ok(height >= 40, `it is ${height} px high`)
}

async function looksRightEnlarged(page) {
  await assertNoSidewaysScroll(page)
  await assertInReach(page.getByRole('button', { name: 'Open menu' }))
}

describe('letters of twice the size on a phone', { concurrency: 2 }, () => {
  test('leave home and tracking as wide as the screen', async (t) => {
    const { page } = await visitEnlarged(t, '/')
    await homeIsComplete(page)
    await looksRightEnlarged(page)
    await goTo(page, '/track/demo')
    await page.getByRole('heading', { name: 'Order details' }).waitFor()
    await looksRightEnlarged(page)
    const panel = page.getByRole('region', { name: 'Order', exact: true })
    assert.equal(await panel.evaluate((it) => it.scrollWidth - it.clientWidth), 0)
  })

  test('leave every step of a booking usable, and the dashboard', async (t) => {
    const { page } = await visitEnlarged(t, '/register?next=%2Fbook-service')
    const actions = mouseActions(page)
    await register(page, actions)
    const forward = page.getByRole('button', { name: 'Continue', exact: true })
    await chooseService(page, actions)
    await looksRightEnlarged(page)
    await goOn(page, actions)
    await stepTitle(page, 'Contact and locations').waitFor()
    await fillAddress(page, actions, 'Pickup', MANHATTAN)
    await fillAddress(page, actions, 'Dropoff', BROOKLYN)
    await looksRightEnlarged(page)
    await assertInReach(forward)
    await assertApart(page.getByLabel('Total', { exact: true }), forward)
    const { width } = await page.getByRole('combobox', { name: 'Pickup' }).boundingBox()
    assert.ok(width > 100, `the address has ${width} px`)
    await page.getByText('Schedule', { exact: true }).click()
    await page.getByLabel('Date').click()
    await assertInReach(page.getByRole('button', { name: 'Next month' }))
    await page.keyboard.press('Escape')
    await page.getByText('Now', { exact: true }).click()
    await goOn(page, actions)
    await page.getByRole('button', { name: /^Add Parcel/ }).click()
    await looksRightEnlarged(page)
    await goOn(page, actions)
    await page.getByText(/^Available Drivers/).waitFor()
    await looksRightEnlarged(page)
    await page
      .getByRole('button', { name: /^Select Driver/ })
      .first()
      .click()
    await stepTitle(page, 'Payment and confirmation').waitFor()
    await looksRightEnlarged(page)
    await goTo(page, '/dashboard')
    await page.getByText('Total Spent').waitFor()
    await looksRightEnlarged(page)
  })

  test('leave a driver what comes in and what to do next, upright and sideways', async (t) => {
    const quoted = await aQuote(TRIP)
    const [driver] = quoted.drivers
    const { page } = await visitEnlarged(t, '/login?next=/driver-dashboard')
    const actions = mouseActions(page)
    await signIn(page, actions, { email: emailOfDriver(driver.name), password: PASSWORD })
    const { number } = await booked({ ...quoted, driver })
    const request = page
      .getByRole('region', { name: 'New Requests' })
      .getByRole('article')
      .filter({ hasText: `Order #${number}` })
    const accept = request.getByRole('button', { name: 'Accept' })
    await assertInReach(accept)
    await looksRightBothWays(page)
    await actions.press(accept)
    const job = page
      .getByRole('region', { name: 'Active Orders' })
      .getByRole('article')
      .filter({ hasText: `Order #${number}` })
    await assertInReach(job.getByRole('button', { name: 'On My Way' }))
    await looksRightBothWays(page)
  })
})

async function looksRightBothWays(page) {
  await looksRightEnlarged(page)
  await page.setViewportSize(SIDEWAYS)
  await assertNoSidewaysScroll(page)
  await page.setViewportSize(PHONE)
}

async function assertApart(one, other) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x
  const isAbove = a.y + a.height <= b.y || b.y + b.height <= a.y
  assert.ok(isBeside || isAbove, 'one lies over the other')
}
