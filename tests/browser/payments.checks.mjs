import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mouseActions } from './actions.mjs'
import { CARDS, centsIn, pay, payButton, signIn } from './customer.mjs'
import { assertAccessible, looksRight, visit } from './page.mjs'
import { aPaidOrder, aQuote, ask, booked, emailOfDriver, tokenOf, unpaid } from './paidOrder.mjs'
import { documentOf, wordsOf } from './pdf.mjs'

const ADMIN = { email: 'admin@haulage.example', password: 'Haulage-demo-1' }

const TRIP = {
  pickup: { lat: 40.7484, lng: -73.9857, address: '350 5 AV, New York, NY 10118' },
  dropoff: { lat: 40.6815, lng: -73.9772, address: '86 5 AV, Brooklyn, NY 11217' },
}

/** The page of somebody at *path* of an order of theirs. */
async function opened(t, { customer, order }, path) {
  const visited = await visit(t, `/login?next=${encodeURIComponent(path(order))}`)
  await signIn(visited.page, mouseActions(visited.page), customer)
  return visited
}

describe('a payment', () => {
  test('has a confirmation and a receipt that can be read back', async (t) => {
    const paid = await aPaidOrder(TRIP)
    const cents = paid.order.price_cents
    const { page, complaints } = await opened(t, paid, ({ id }) => `/track/${id}`)
    await page.getByRole('link', { name: 'Payment confirmation and receipt' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payment Successful' }).waitFor()
    const summary = page.getByRole('region', { name: 'Payment summary' })
    assert.equal(await centsIn(summary.getByText('Total').locator('..')), cents)
    await page.getByRole('button', { name: 'Copy the confirmation number' }).waitFor()
    await looksRight(page)

    const number = (await summary.getByText(/^Receipt MN/).innerText()).replace('Receipt ', '')
    assert.match(number, /^MN\d{12,}$/)
    const press = () => summary.getByRole('button', { name: 'Download Receipt' }).click()
    const words = wordsOf(await documentOf(page, press))
    for (const part of [number, 'Ann Example', 'Two boxes', 'Visa ending in 4242']) {
      assert.ok(words.includes(part), `${part} is in "${words}"`)
    }
    const total = `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
    assert.ok(words.includes(`Total ${total}`), words)

    await summary.getByRole('button', { name: 'Email Receipt' }).click()
    await summary.getByRole('button', { name: 'Email Sent!' }).waitFor()
    await page.getByRole('link', { name: 'Track Your Order' }).click()
    await page.waitForURL(/\/track\//)
    assert.deepEqual(complaints, [])
  })

  test('is in the history, is found there, and shows what goes back of it', async (t) => {
    const quoted = await aQuote(TRIP)
    const [driver] = quoted.drivers
    // As whom somebody has signed in, nobody sets out by themselves: it is canceled in time.
    await tokenOf(emailOfDriver(driver.name), 'Haulage-demo-1')
    const paid = { ...quoted, order: await booked({ ...quoted, driver }) }
    const cents = paid.order.price_cents
    const { page } = await opened(t, paid, () => '/dashboard?tab=payments')
    const row = page.getByRole('row', { name: /#\d+/ })
    await row.getByText('Completed').waitFor()
    assert.equal(await centsIn(row), cents)
    await page
      .getByRole('region', { name: /^Tax Year Summary/ })
      .getByText('100%')
      .waitFor()
    await looksRight(page)

    await page.getByRole('searchbox', { name: 'Search' }).fill('piano')
    await page.getByText('No payment history found').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await row.waitFor()
    await page.getByRole('button', { name: /^View details/ }).click()
    const details = page.getByRole('dialog')
    await details.getByText('Distance fee').waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    const summary = await documentOf(page, () =>
      page.getByRole('button', { name: 'Download Tax Summary' }).click(),
    )
    assert.ok(wordsOf(summary).includes('Tax Year Summary'))

    // Free within five minutes of paying.
    await ask(paid.token, `/api/v1/orders/${paid.order.id}/cancel`, { reason: '' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await row.getByText('Refunded', { exact: true }).waitFor()
    await row.getByText(/^(Refunded|Refund on its way): \$/).waitFor()
  })
})

describe('an order that was left unpaid', () => {
  test('is paid later, from the dashboard', async (t) => {
    const quoted = await aQuote(TRIP)
    const order = await unpaid({ ...quoted, driver: quoted.drivers[0] })
    const { page } = await opened(t, { ...quoted, order }, () => '/dashboard')
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Pay \$/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Complete your payment' }).waitFor()
    await payButton(page).and(page.locator(':enabled')).waitFor()
    await looksRight(page)
    await pay(page, mouseActions(page), CARDS.pays)
    await page.waitForURL(/\/track\//)
    await page.getByRole('link', { name: 'Payment confirmation and receipt' }).waitFor()
  })
})

describe('administrators', () => {
  test('see everybody’s splits, and that nothing that was done later failed', async (t) => {
    const { page } = await visit(t, '/login?next=/admin?tab=splits')
    await signIn(page, mouseActions(page), ADMIN)
    await page.goto('/admin?tab=splits')
    await page.getByText('Total Driver Payouts').waitFor()
    const split = page.getByRole('article').first()
    await split.getByRole('button', { name: 'View Details' }).click()
    await split.getByText('Processing fees').waitFor()
    await looksRight(page)

    await page.goto('/admin?tab=jobs')
    await page.getByText('Nothing failed').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('article').first().waitFor()
    await looksRight(page)
  })
})

describe('a confirmation that is none', () => {
  test('says so, and the sample is open to everybody', async (t) => {
    const { page } = await visit(t, '/payment-success/')
    await page.getByRole('heading', { name: 'Invalid Confirmation' }).waitFor()
    await page.getByRole('link', { name: 'Go Home' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/payment-success/demo')
    await page.getByText(/^Sample booking/).waitFor()
    await looksRight(page)
    await page.getByRole('link', { name: 'Track Your Order' }).click()
    await page.waitForURL(/\/track\/demo-order$/)
  })
})
