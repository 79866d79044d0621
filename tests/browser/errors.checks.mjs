import { describe, test } from 'node:test'
import { keyboardActions, mouseActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { looksRightInBothSchemes, SCREENS, visit } from './page.mjs'
import { aQuote, ask, booked, emailOfDriver, tokenOf } from './paidOrder.mjs'
import { soakTest } from './soak.mjs'

const PASSWORD = 'Haulage-demo-1'
const ADMIN = { email: 'admin@haulage.example', password: PASSWORD }
const TRIP = {
  pickup: { lat: 40.7306, lng: -73.9866, address: '200 E 10 ST, New York, NY 10003' },
  dropoff: { lat: 40.7484, lng: -73.9857, address: '350 5 AV, New York, NY 10118' },
}
/** Of a page that was left open, without a reload. */
const SEEN_WITHIN_MS = 2_000
const TO_THE_DOOR = ['accept', 'en-route', 'start', 'pickup']

describe('a delivery that goes wrong', { concurrency: true }, () => {
  soakTest('is told with its reason, and its items are brought back', async (t) => {
    const { customer, driver, order } = await aPaidOrder(TO_THE_DOOR)
    const drivers = await opened(t, driver, '/driver-dashboard', SCREENS.phone)
    const customers = await opened(t, customer, `/track/${order.id}`)
    const job = drivers.getByRole('article').filter({ hasText: `Order #${order.number}` })
    await job.getByRole('button', { name: 'Can’t Deliver' }).click()
    const dialog = drivers.getByRole('dialog', { name: `Can’t deliver order #${order.number}?` })
    await dialog.getByRole('radio', { name: 'The items are damaged' }).check()
    await dialog.getByText(/^The customer pays nothing\./).waitFor()
    await looksRightInBothSchemes(drivers)
    await dialog.getByRole('button', { name: 'Bring Items Back' }).click()
    await storyOf(customers)
      .filter({ hasText: 'could not be delivered. Your items are being brought back' })
      .waitFor()
    await looksRightInBothSchemes(customers)
    await job.getByRole('button', { name: 'Confirm Return' }).click()
    await storyOf(customers).filter({ hasText: 'Your order was not delivered' }).waitFor()
    await looksRightInBothSchemes(customers)
  })

  test('is reported by its customer, and decided by an administrator', async (t) => {
    const { customer, order } = await aPaidOrder([...TO_THE_DOOR, 'complete'], -1)
    const customers = await opened(t, customer, `/track/${order.id}`, SCREENS.phone)
    await customers.getByRole('button', { name: 'Report a problem' }).click()
    const form = customers.getByRole('dialog', { name: 'Report a problem' })
    await form.getByRole('radio', { name: /It was not delivered/ }).check()
    await looksRightInBothSchemes(customers)
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByRole('textbox').fill('Nobody came to the door.')
    await looksRightInBothSchemes(customers)
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByRole('radio', { name: /A refund/ }).check()
    await form.getByRole('button', { name: 'Send report' }).click()
    await customers.getByRole('button', { name: 'Done' }).click()
    const card = customers.getByRole('article', { name: 'Report: It was not delivered' })
    await card.waitFor()
    await looksRightInBothSchemes(customers)

    const admins = await opened(t, ADMIN, '/admin?tab=claims', SCREENS.phone)
    const actions = keyboardActions(admins)
    await actions.press(
      admins
        .getByRole('article', { name: `Order ${order.number}, It was not delivered` })
        .getByRole('link')
        .first(),
    )
    await admins.getByText('Nobody came to the door.').waitFor()
    await looksRightInBothSchemes(admins)
    await actions.press(admins.getByRole('button', { name: 'Refund', exact: true }))
    const deciding = admins.getByRole('dialog', { name: /^Refund \$/ })
    await actions.write(deciding.getByRole('textbox'), 'There is no proof.')
    await looksRightInBothSchemes(admins)
    await actions.press(deciding.getByRole('button', { name: /^Refund \$/ }))
    await deciding.waitFor({ state: 'detached' })
    await card.getByText('There is no proof.').waitFor({ timeout: SEEN_WITHIN_MS })
  })
})

/** Somebody's order with the best driver for it, or the *place*th, who has taken these steps of it. */
async function aPaidOrder(steps, place = 0) {
  const quote = await aQuote(TRIP)
  const driver = quote.drivers.at(place)
  const order = await booked({ ...quote, driver })
  const email = emailOfDriver(driver.name)
  const token = await tokenOf(email, PASSWORD)
  for (const step of steps) await ask(token, `/api/v1/orders/${order.id}/${step}`)
  return { customer: quote.customer, driver: { email, password: PASSWORD }, order }
}

async function opened(t, who, path, screen = SCREENS.desktop) {
  const { page } = await visit(t, `/login?next=${encodeURIComponent(path)}`, { screen })
  await signIn(page, mouseActions(page), who)
  return page
}

function storyOf(page) {
  return page.locator('[data-phase] [role=status]')
}
