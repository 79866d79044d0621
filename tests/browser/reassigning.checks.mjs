import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyboardActions, mouseActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { looksRight, SCREENS, visit } from './page.mjs'
import { aQuote, ask, booked, emailOfDriver, tokenOf } from './paidOrder.mjs'

const PASSWORD = 'Haulage-demo-1'
const ADMIN = { email: 'admin@haulage.example', password: PASSWORD }
/** In the east of Queens, where no other check books. */
const TRIP = {
  pickup: { lat: 40.7276, lng: -73.7949, address: '78-15 PARSONS BLVD, Flushing, NY 11366' },
  dropoff: { lat: 40.7421, lng: -73.7694, address: '64-20 UTOPIA PKWY, Flushing, NY 11365' },
}
/** Sample drivers who have driven in the past week; no other check contests as these. */
const MET_BEFORE = ['Andre Thompson', 'Luis Herrera', 'Fatima Chowdhury']
/** DRV-28: what happens is on an open page within so long. */
const SEEN_MS = 2_000

describe('an order that somebody else is to do', () => {
  test('is found, given to another driver by keyboard, and its customer sees who comes', async (t) => {
    const { order, customer, first, second } = await anAcceptedOrder(t)
    const customers = await opened(t, customer, `/track/${order.id}`, SCREENS.phone)
    const driver = customers.getByRole('region', { name: 'Your driver' })
    await driver.getByText(first.name).waitFor()

    const admins = await opened(t, ADMIN, `/admin?tab=orders`)
    const actions = keyboardActions(admins)
    await actions.write(admins.getByLabel('Search', { exact: true }), String(order.number))
    const row = admins.getByRole('article', { name: `Order ${order.number}` })
    await admins.getByRole('article').nth(1).waitFor({ state: 'detached' })
    await actions.press(row.getByRole('button').first())
    await row.getByText(`Accepted by ${first.name}`).waitFor()
    await looksRight(admins)

    await actions.press(row.getByRole('button', { name: /^Reassign/ }))
    const choosing = admins.getByRole('dialog', { name: `Who takes order #${order.number}?` })
    await choosing.getByRole('article').first().waitFor()
    await looksRight(admins)
    await actions.write(choosing.getByLabel('Find a driver'), second.name)
    await actions.press(choosing.getByRole('button', { name: `Choose ${second.name}` }))
    const confirming = admins.getByRole('dialog', { name: new RegExp(`to ${second.name}`) })
    await actions.press(confirming.getByRole('button', { name: 'Reassign' }))
    await confirming.getByText('Write a few words.').waitFor()
    await actions.write(confirming.getByRole('textbox'), 'Flat tyre')
    await actions.press(confirming.getByRole('button', { name: 'Reassign' }))
    await admins.getByText('Reassigned. The customer and the drivers are told.').waitFor()
    // Their whole name is read once they have accepted.
    await driver.getByText(second.short).waitFor({ timeout: SEEN_MS })
    await row.getByText(`Reassigned to ${second.name}`).waitFor()
    await row.getByText('Flat tyre').waitFor()
    const { cancelling } = await ask(
      await tokenOf(customer.email, customer.password),
      `/api/v1/orders/${order.id}/tracking`,
      undefined,
      'GET',
    )
    assert.deepEqual(cancelling, { allowed: true, fee_cents: 0, refused: null, changes_at: null })

    await actions.press(row.getByRole('button', { name: /^Release to Pool/ }))
    const releasing = admins.getByRole('dialog', { name: new RegExp(`from ${second.name}`) })
    await actions.write(releasing.getByRole('textbox'), 'Does not answer')
    await actions.press(releasing.getByRole('button', { name: 'Release to Pool' }))
    await driver.getByText(second.short).waitFor({ state: 'detached', timeout: SEEN_MS })
    await row.getByText('Taken from its driver').waitFor()
    await ask(await tokenOf(ADMIN.email, PASSWORD), `/api/v1/orders/${order.id}/cancel`, {})
    await row.getByText('This order is canceled: it cannot be assigned.').waitFor()
  })
})

describe('a driving event that its driver contests', () => {
  test('is looked at on its trace and upheld', async (t) => {
    const reason = await aContest(t)
    const page = await opened(t, ADMIN, '/admin?tab=contests')
    const contest = page.getByRole('article').filter({ hasText: reason })
    await contest.getByRole('button', { name: /^Show Trace/ }).click()
    await contest.getByRole('region', { name: /^Where it happened: / }).waitFor()
    await contest.getByRole('img', { name: /^Speed from \d+ to \d+ mph/ }).waitFor()
    await looksRight(page)
    const actions = keyboardActions(page)
    await actions.press(contest.getByRole('button', { name: 'Approve Appeal' }))
    const dialog = page.getByRole('dialog', { name: 'Approve the appeal?' })
    await actions.write(dialog.getByRole('textbox'), 'So it was.')
    await actions.press(dialog.getByRole('button', { name: 'Approve Appeal' }))
    await contest.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: 'Open cases only' }).uncheck()
    await contest.getByText('Upheld: does not count').waitFor()
  })
})

/** Somebody's order that its driver has accepted, and another driver; a person drives either. */
async function anAcceptedOrder(t) {
  const quote = await aQuote(TRIP)
  const [second, first] = [await inPerson(t, quote.drivers[1]), await inPerson(t, quote.drivers[0])]
  const order = await booked({ ...quote, driver: quote.drivers[0] })
  await ask(first.token, `/api/v1/orders/${order.id}/accept`)
  return { order, customer: quote.customer, first, second }
}

/** The reason with which one of the sample drivers contests what they did in the past month. */
async function aContest(t) {
  for (const name of MET_BEFORE) {
    const { token } = await inPerson(t, { name })
    const { events } = await ask(token, '/api/v1/behaviour/report?period=month', undefined, 'GET')
    // The oldest: of who drives now the newest may still be recorded.
    const event = events.findLast(({ contest }) => contest === null)
    if (!event) continue
    const reason = `A child ran out, ${Date.now()}.`
    await ask(token, `/api/v1/behaviour/events/${event.id}/contest`, { reason })
    return reason
  }
  throw new Error('nobody has anything left to contest')
}

/** Somebody signs in as a sample driver, who goes offline in the end: they would not drive by themselves. */
async function inPerson(t, { name }) {
  const token = await tokenOf(emailOfDriver(name), PASSWORD)
  t.after(() => ask(token, '/api/v1/drivers/me/offline'))
  const short = name.replace(/ (\w).*$/, ' $1.')
  return { name, short, token }
}

async function opened(t, who, path, screen = SCREENS.desktop) {
  const { page } = await visit(t, `/login?next=${encodeURIComponent(path)}`, { screen })
  await signIn(page, mouseActions(page), who)
  return page
}
