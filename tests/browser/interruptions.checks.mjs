import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  chooseDriver,
  chooseService,
  fillDetails,
  fillLocations,
  goOn,
  openDashboard,
  pay,
  priceInSight,
  register,
  signIn,
  stepTitle,
} from './customer.mjs'
import { mouseOf } from './hands.mjs'
import { visit } from './page.mjs'
import { until } from './until.mjs'

/** Each step, and how it is answered. */
const STEPS = [
  { title: 'Choose a service', answer: (page, hands) => chooseService(page, hands, 'Large Items') },
  { title: 'Contact and locations', answer: fillLocations },
  {
    title: 'Item details and price',
    async answer(page, hands) {
      await fillDetails(page, hands, 'A glass table for six')
      await hands.press(page.getByRole('checkbox', { name: /Fragile/ }))
      await hands.press(page.locator('form').getByText('Express', { exact: true }))
      await hands.write(page.getByLabel('Weight (lb)'), '120')
    },
  },
  { title: 'Choose a driver', answer: async () => {} },
  { title: 'Payment and confirmation', answer: async () => {} },
]

describe('an interrupted booking', () => {
  test('loses nothing by a reload or by signing out, at any step, and books once', async (t) => {
    const { page, complaints } = await visit(t, '/register?next=/book-service')
    const hands = mouseOf(page)
    const customer = await register(page, hands)
    for (const [before, { title, answer }] of STEPS.entries()) {
      await stepTitle(page, title).waitFor()
      await answer(page, hands)
      const said = await answersOf(page)

      await page.reload()
      await stepTitle(page, title).waitFor()
      await assertSaidAgain(page, said, `reloaded at step ${before + 1}`)

      await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await page.goBack()
      await page.getByText('You need to be logged in to book a service.').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
      await signIn(page, hands, customer)
      await stepTitle(page, title).waitFor()
      await assertSaidAgain(page, said, `signed out at step ${before + 1}`)

      if (before === 3) await chooseDriver(page, hands)
      else if (before < 3) await goOn(page, hands)
    }
    await pay(page, hands)
    await page.waitForURL(/\/track\//)
    await openDashboard(page, hands)
    await page.getByRole('article', { name: /^Order #/ }).waitFor()
    assert.equal(await page.getByRole('article').count(), 1)
    assert.deepEqual(complaints, [])
  })
})

/** Everything that has been answered and priced on this step, once the price is *said* again. */
async function answersOf(page, said) {
  await priceInSight(page)
    .filter({ hasText: said?.total ?? '$' })
    .waitFor()
  await until(
    () => page.locator('main [data-stale]').count(),
    (stale) => stale === 0,
  )
  return page.evaluate(whatIsAnswered)
}

/** What is *said* again may come back bit by bit. */
async function assertSaidAgain(page, said, when) {
  const told = JSON.stringify(said)
  const isSaid = (now) => JSON.stringify(now) === told
  const now = await until(() => answersOf(page, said), isSaid).catch(() => answersOf(page, said))
  assert.deepEqual(now, said, when)
}

// Runs in the page.
function whatIsAnswered() {
  const main = document.querySelector('main')
  return {
    total: main.querySelector('output[aria-label=Total]').innerText,
    fields: [...main.querySelectorAll('input, textarea, [role=checkbox]')].map((field) =>
      [field.type, field.type === 'radio' ? field.checked : field.value, field.ariaChecked].join(),
    ),
    summary: [...main.querySelectorAll('dl dd')].map((line) => line.innerText),
  }
}
