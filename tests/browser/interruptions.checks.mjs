import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { leave } from './account.mjs'
import { mouseActions } from './actions.mjs'
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
import { visit } from './page.mjs'
import { until } from './until.mjs'

/** Where a browser keeps the session; without it somebody has to sign in again. */
const SESSION_KEY = 'haulage.session'

/** Each step, and how it is answered. */
const STEPS = [
  {
    title: 'Choose a service',
    answer: (page, actions) => chooseService(page, actions, 'Large Items'),
  },
  { title: 'Contact and locations', answer: fillLocations },
  {
    title: 'Item details and price',
    async answer(page, actions) {
      await fillDetails(page, actions, 'A glass table for six')
      await actions.press(page.getByRole('checkbox', { name: /Fragile/ }))
      await actions.press(page.locator('form').getByText('Express', { exact: true }))
      await actions.write(page.getByLabel('Your price limit before tax (optional)'), '900')
    },
  },
  { title: 'Choose a driver', answer: async () => {} },
  {
    title: 'Payment and confirmation',
    // The form comes once the saved cards are known.
    answer: (page) => page.getByLabel('Card Number').waitFor(),
  },
]

describe('an interrupted booking', () => {
  test('loses nothing by a reload or a session that ends, at any step, and books once', async (t) => {
    const { page, complaints } = await visit(t, '/register?next=/book-service')
    const actions = mouseActions(page)
    await keepOffers(page)
    const customer = await register(page, actions)
    for (const [before, { title, answer }] of STEPS.entries()) {
      await stepTitle(page, title).waitFor()
      await answer(page, actions)
      const answers = await answersOf(page)

      await page.reload()
      await stepTitle(page, title).waitFor()
      await assertSaidAgain(page, answers, `reloaded at step ${before + 1}`)

      await page.evaluate((key) => localStorage.removeItem(key), SESSION_KEY)
      await page.reload()
      await page.getByText('You need to be logged in to book a service.').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
      await signIn(page, actions, customer)
      await stepTitle(page, title).waitFor()
      await assertSaidAgain(page, answers, `signed in again at step ${before + 1}`)

      if (before === 3) await chooseDriver(page, actions)
      else if (before < 3) await goOn(page, actions)
    }
    await pay(page, actions)
    await page.waitForURL(/\/track\//)
    await openDashboard(page, actions)
    await page.getByRole('article', { name: /^Order #/ }).waitFor()
    assert.equal(await page.getByRole('article').count(), 1)
    assert.deepEqual(complaints, [])
  })
})

describe('a booking that is logged out of', () => {
  test('leaves nothing in any tab, whatever is answered afterwards', async (t) => {
    const { page, context, complaints } = await visit(t, '/register?next=/book-service')
    const actions = mouseActions(page)
    await register(page, actions)
    await chooseService(page, actions)
    await goOn(page, actions)
    await fillLocations(page, actions)
    await goOn(page, actions)
    await fillDetails(page, actions)
    await goOn(page, actions)
    const booking = held(page, '**/api/v1/orders')
    await booking.begins
    await chooseDriver(page, actions)
    await booking.asked
    // What is opened from a tab begins with a copy of what that tab keeps.
    const opened = context.waitForEvent('page')
    await page.evaluate(() => void window.open('/book-service'))
    const second = await opened
    await stepTitle(second, 'Choose a service').waitFor()
    assert.ok((await savedIn(second)).some((name) => name.includes('booking')))

    await leave(page)
    await second.getByText('You need to be logged in to book a service.').waitFor()
    // The account library takes its own away when it has told the server.
    for (const tab of [page, second]) await until(() => savedIn(tab), isEmpty)
    await booking.answer()

    for (const tab of [page, second]) assert.deepEqual(await savedIn(tab), [])
    await page.goBack()
    await page.getByText('You need to be logged in to book a service.').waitFor()
    await page.reload()
    assert.deepEqual(await savedIn(page), [])
    assert.deepEqual(complaints, [])
  })
})

/** The first answer from *address* waits from when `begins` is there until `answer`; `asked` says it is ready. */
function held(page, address) {
  const { promise: asked, resolve } = Promise.withResolvers()
  const hold = async (route) => resolve({ route, response: await route.fetch() })
  const begins = page.route(address, hold, { times: 1 })
  const answer = async () => {
    const { route, response } = await asked
    const answered = page.waitForEvent('requestfinished', (request) => request === route.request())
    await route.fulfill({ response })
    await answered
    // What the page does about the answer, it does before it is drawn anew.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => drawn())))
  }
  return { begins, asked, answer }
}

/**
 * Drivers come and go, and other checks book them: asked again, a quote may have other offers and so another
 * range of prices. Here each quote keeps those of its first answer.
 */
async function keepOffers(page) {
  const first = new Map()
  await page.route('**/api/v1/quotes/*/matches', async (route) => {
    const address = route.request().url()
    const known = first.get(address)
    if (known) return route.fulfill(known)
    const response = await route.fetch()
    const answer = {
      status: response.status(),
      headers: response.headers(),
      body: await response.body(),
    }
    if (response.ok()) first.set(address, answer)
    return route.fulfill(answer)
  })
}

const isEmpty = (names) => names.length === 0

/** Everything that a browser keeps of somebody here; where a page was scrolled to is nobody's. */
function savedIn(page) {
  return page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (name) => !name.startsWith('tsr-scroll-restoration'),
    ),
  )
}

/** Everything that has been answered and priced on this step, once the price of *answers* is shown again. */
async function answersOf(page, answers) {
  await priceInSight(page)
    .filter({ hasText: answers?.total ?? '$' })
    .waitFor()
  await until(
    () => page.locator('main [data-stale]').count(),
    (stale) => stale === 0,
  )
  return page.evaluate(whatIsAnswered)
}

/** The *answers* may come back bit by bit. */
async function assertSaidAgain(page, answers, when) {
  const text = JSON.stringify(answers)
  const isSaid = (now) => JSON.stringify(now) === text
  const now = await until(() => answersOf(page, answers), isSaid).catch(() =>
    answersOf(page, answers),
  )
  assert.deepEqual(now, answers, when)
}

// Runs in the page.
function whatIsAnswered() {
  const main = document.querySelector('main')
  return {
    total: main.querySelector('output[aria-label=Total]').innerText,
    fields: [...main.querySelectorAll('input, textarea, [role=checkbox]')].map((field) =>
      [field.type, field.type === 'radio' ? field.checked : field.value, field.ariaChecked].join(),
    ),
    // How long a drive takes depends on the minute in which it is asked.
    summary: [...main.querySelectorAll('dl dd')].map((line) =>
      line.innerText.replace(/\d+ min/, 'some min'),
    ),
  }
}
