// What has come on a signed-in page stays where it is while the rest comes, on a phone.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mouseActions } from './actions.mjs'
import { priceInSight, register, signIn } from './customer.mjs'
import { goTo, isLoaded, SCREENS, visit } from './page.mjs'

const PHONE = { width: 390, height: 844 }

/** Cumulative layout shift; what a person hardly sees. */
const MOST_SHIFT = 0.01

/** Each with a heading that comes last, or with what it was asked for. */
const PAGES = {
  'customer@haulage.example': [
    ['/dashboard', 'Past orders'],
    ['/account', 'Favorite drivers'],
  ],
  'driver@haulage.example': [
    ['/driver-dashboard', 'Active Orders'],
    ['/driver-dashboard?tab=earnings', 'Payout account'],
    ['/driver-dashboard?tab=payouts', 'Next Payout'],
    ['/driver-dashboard?tab=instant-payouts', 'Why Use Instant Payouts?'],
    ['/driver-dashboard?tab=tax-center', 'Quarterly estimates'],
  ],
  'maria.russo@haulage.example': [
    ['/drive-with-us', 'Requirements'],
    ['/drive-with-us?step=2', 'Your progress'],
    ['/drive-with-us?step=4', 'Vehicle photo'],
  ],
  'admin@haulage.example': [
    ['/admin', 'On the road'],
    [oneOf('/admin?tab=orders&status=completed', 'button'), 'Timeline'],
    [oneOf('/admin?tab=applications', 'link'), 'Documents'],
  ],
}

/** From Chelsea to Hoboken. */
const TRIP = new URLSearchParams({
  from: 'address~NY~new-york~manhattan~w-23-st~222~10011',
  to: 'address~NJ~hoboken~~washington-st~200~07030',
})

describe('nothing moves while a signed-in page loads on a phone', () => {
  for (const [email, pages] of Object.entries(PAGES)) {
    test(`of ${email}`, async (t) => {
      const { page } = await visit(t, '/login', { screen: PHONE, touch: true })
      await signIn(page, mouseActions(page), { email, password: 'Haulage-demo-1' })
      await answerLate(page)
      await offerNothing(page)
      for (const [address, last] of pages) {
        const path = typeof address === 'string' ? address : await address(page)
        await goTo(page, path)
        await page.getByRole('heading', { name: last }).first().waitFor()
        await isLoaded(page)
        await page.evaluate(() => document.fonts.ready)
        await movesByAtMost(page, path, MOST_SHIFT)
      }
    })
  }

  test('of a booking, whose labels take two lines on a small one', async (t) => {
    const { page } = await visit(t, '/register', { screen: SCREENS.phone, touch: true })
    await register(page, mouseActions(page))
    await goTo(page, `/book-service?step=2&service=large&${TRIP}`)
    await page.getByText('Locations confirmed').waitFor()
    await answerLate(page)
    for (const [step, last] of [
      [1, page.getByText(' with tax').first()],
      [3, page.getByRole('button', { name: 'Sectional sofa' })],
    ]) {
      await goTo(page, `/book-service?step=${step}`)
      await last.waitFor()
      await priceInSight(page).waitFor()
      await page.evaluate(() => document.fonts.ready)
      await movesByAtMost(page, `step ${step}`, 0)
    }
  })
})

async function movesByAtMost(page, path, most) {
  const shifts = await page.evaluate(() => window.seen.shifts)
  const sum = shifts.reduce((before, { by }) => before + by, 0)
  assert.ok(sum <= most, `${path} moves by ${sum}: ${JSON.stringify(shifts)}`)
}

/** As on a slow network: what a page asks for comes after it was drawn without. */
function answerLate(page) {
  return page.route('**/api/v1/**', async (route) => {
    // A page that is being left draws nothing more.
    await page.evaluate(twoFrames).catch(() => {})
    await route.continue()
  })
}

/** An offer that comes meanwhile pushes the rest down, and is meant to. */
async function offerNothing(page) {
  await page.route('**/api/v1/drivers/me/offers', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), items: [] } })
  })
  await page.route('**/api/v1/drivers/me/offers/events', (route) => route.abort())
}

// Runs in the page.
function twoFrames() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}

/** The address that the first entry of a list opens. */
function oneOf(list, role) {
  return async (page) => {
    await goTo(page, list)
    const before = page.url()
    await page.getByRole('main').getByRole('article').first().getByRole(role).first().click()
    await page.waitForURL((url) => url.href !== before)
    return page.url()
  }
}
