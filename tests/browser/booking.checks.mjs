import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyboardActions, mouseActions, touchActions } from './actions.mjs'
import {
  BROOKLYN,
  CARDS,
  centsIn,
  chooseDriver,
  chooseService,
  fillBooking,
  fillCard,
  fillDetails,
  fillLocations,
  goOn,
  MANHATTAN,
  openDashboard,
  pay,
  payButton,
  priceInSight,
  register,
  stepTitle,
} from './customer.mjs'
import { assertAccessible, assertNoSidewaysScroll, looksRight, SCREENS, visit } from './page.mjs'
import { soakTest } from './soak.mjs'

/** The demonstration's drivers are fast, and the machine may be slow. */
const DELIVERY_MS = 180_000

/** From the south end to the north, and from the west to the east. */
const TALL_TRIP = {
  pickup: BROOKLYN,
  dropoff: { typed: 'yankee stadium', line: /Yankee Stadium.*Bronx, NY/ },
}
const WIDE_TRIP = {
  pickup: MANHATTAN,
  dropoff: { typed: '41-17 Main St, Flushing', line: /41-17 Main St.*Queens, NY/ },
}

/** Without a graphics card the first picture of a map takes seconds, on a busy machine many. */
const STARTING_MS = 60_000

const DECLINED =
  /^Payment failed: Your card was declined\..* Please try again or contact support\.$/

/** The browser's own word for the declined card. */
const REFUSED_PAYMENT =
  'Failed to load resource: the server responded with a status of 402 (Payment Required)'

/** What every delivery tells, and in this order; what comes between may be over too soon to be seen. */
const STORY = ['Your driver is on the way to the pickup', 'Your items are on the way', 'Delivered']

const WAYS = [
  { check: test, actions: keyboardActions, on: 'a desktop', screen: SCREENS.desktop, touch: false },
  { check: soakTest, actions: touchActions, on: 'a phone', screen: SCREENS.phone, touch: true },
]

// Most of a delivery is waiting for it, and the customers know nothing of each other.
describe('a booking', { concurrency: true }, () => {
  for (const { check, actions: actionsOf, on, screen, touch } of WAYS) {
    check(`costs one price from the offer to its delivery, on ${on}`, async (t) => {
      const { page, complaints } = await visit(t, '/book-service', { screen, touch })
      const actions = actionsOf(page)
      t.diagnostic(`with ${actions.name} alone`)
      await actions.press(page.getByRole('main').getByRole('link', { name: 'Sign Up' }))
      await register(page, actions)
      await fillBooking(page, actions)
      const offered = await centsIn(priceInSight(page))
      await payButton(page).and(page.locator(':enabled')).waitFor()
      assert.equal(await centsIn(payButton(page)), offered)

      await pay(page, actions, CARDS.declined)
      await page.getByText(DECLINED).waitFor()
      await page.getByText('Nothing was charged. Your booking is kept.').waitFor()

      const charge = page.waitForResponse(/\/payments\/[^/]+\/confirm$/)
      await fillCard(page, actions, CARDS.pays)
      await actions.press(payButton(page))
      const { payment } = await (await charge).json()
      assert.deepEqual([payment.status, payment.amount_cents], ['succeeded', offered])

      await page.waitForURL(/\/track\//)
      await writeDownTheStory(page)
      const order = page.getByRole('region', { name: 'Order', exact: true })
      const header = order.locator('header').filter({ hasText: '$' })
      assert.equal(await centsIn(header), offered)
      await order.getByRole('link', { name: 'Book Again' }).waitFor({ timeout: DELIVERY_MS })
      const story = await page.evaluate(() => window.story)
      t.diagnostic(story.join(' > '))
      assert.deepEqual(
        story.filter((text) => STORY.includes(text)),
        STORY,
      )
      await assertNoSidewaysScroll(page)

      await openDashboard(page, actions)
      const booked = page.getByRole('article', { name: /^Order #/ })
      assert.equal(await centsIn(booked), offered)
      await booked.getByText('Completed').waitFor()
      assert.equal(
        await centsIn(page.getByRole('main').getByText('Total Spent').locator('..')),
        offered,
      )
      assert.deepEqual(complaints, [REFUSED_PAYMENT])
    })
  }

  soakTest('costs nothing when the bank declines it, and once when it approves', async (t) => {
    const { page } = await visit(t, '/register?next=/book-service')
    const actions = mouseActions(page)
    await register(page, actions)
    await fillBooking(page, actions)
    await pay(page, actions, CARDS.asksTheBank)
    const bank = page.getByRole('dialog', { name: 'Confirm with your bank' })
    await bank.waitFor()
    await assertAccessible(page)
    await bank.getByRole('button', { name: 'Decline' }).click()
    await page.getByText(/^Payment failed: .*Please try again or contact support\.$/).waitFor()
    await payButton(page).click()
    await bank.getByRole('button', { name: 'Approve payment' }).click()
    await page.waitForURL(/\/track\//)
    await page
      .getByRole('region', { name: 'Order', exact: true })
      .getByText(/ending 3220/)
      .waitFor()
  })

  test('is accessible at every step in both schemes, and fits every screen', async (t) => {
    const { page, complaints } = await visit(t, '/register?next=/book-service', { maps: true })
    const actions = mouseActions(page)
    await register(page, actions)
    await chooseService(page, actions)
    await looksRight(page)
    await goOn(page, actions)
    await stepTitle(page, 'Contact and locations').waitFor()
    await looksRight(page)
    await fillLocations(page, actions)
    await page.locator('[data-ready]').waitFor({ timeout: STARTING_MS })
    await looksRight(page)
    await goOn(page, actions)
    await fillDetails(page, actions)
    await priceInSight(page).waitFor()
    await looksRight(page)
    await goOn(page, actions)
    await page
      .getByRole('button', { name: /View Analysis/ })
      .first()
      .click()
    await looksRight(page)
    await chooseDriver(page, actions)
    await page.getByRole('button', { name: 'Price details' }).click()
    await looksRight(page)
    await page.keyboard.press('Escape')
    await payButton(page).and(page.locator(':enabled')).waitFor()
    await payButton(page).click()
    await page.getByText('The card number has at least 16 digits.').waitFor()
    await looksRight(page)
    assert.deepEqual(complaints, [])
  })

  test('without a price leads to what is in its way, out of sight as that may be', async (t) => {
    const { page } = await visit(t, '/register?next=/book-service', {
      screen: SCREENS.phone,
      touch: true,
    })
    const actions = touchActions(page)
    await register(page, actions)
    await chooseService(page, actions)
    await goOn(page, actions)
    await fillLocations(page, actions)
    await goOn(page, actions)
    await actions.press(page.getByRole('button', { name: /^Add.* Parcel/ }))
    await actions.press(page.getByRole('button', { name: 'Weight and size of Parcel' }))
    await actions.write(page.getByLabel('Weight (lb)'), '99999')
    const why = page.getByText('Items must be at most 2,000 lb for delivery.')
    await why.waitFor()
    assert.equal(await isInSight(why), false)
    await goOn(page, actions)
    await page.waitForFunction(() => document.activeElement.textContent === 'Try Again')
    assert.equal(await isInSight(why), true)
  })

  test('shows both ends of a trip on a phone, under nothing that floats over the map', async (t) => {
    const { page } = await visit(t, '/register?next=/book-service', {
      screen: SCREENS.phone,
      touch: true,
      maps: true,
    })
    const actions = touchActions(page)
    await register(page, actions)
    await chooseService(page, actions)
    await goOn(page, actions)
    for (const trip of [TALL_TRIP, WIDE_TRIP]) {
      await fillLocations(page, actions, trip)
      const map = page.locator('section[aria-label="Map of your trip"]')
      await map.locator('[data-ready]').waitFor({ timeout: STARTING_MS })
      await map.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await page.waitForFunction(bothPinsAreSeen)
    }
  })
})

/** Whether nothing lies over the middle of either pin. */
function bothPinsAreSeen() {
  const pins = [...document.querySelectorAll('.maplibregl-marker')]
  return (
    pins.length === 2 &&
    pins.every((pin) => {
      const { x, y, width, height } = pin.getBoundingClientRect()
      const seen = document.elementsFromPoint(x + width / 2, y + height / 2)
      return seen[0] !== undefined && (pin.contains(seen[0]) || seen[0].matches('canvas'))
    })
  )
}

function isInSight(target) {
  return target.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })
}

/** What a screen reader is told of the order, sentence by sentence, from now on. */
function writeDownTheStory(page) {
  return page.evaluate(() => {
    window.story = []
    const look = () => {
      for (const status of document.querySelectorAll('[data-phase] [role=status]')) {
        if (window.story.at(-1) !== status.textContent) window.story.push(status.textContent)
      }
    }
    look()
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
}
