import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mouseActions } from './actions.mjs'
import { CARDS, centsIn, fillBooking, pay, payButton, register, signIn } from './customer.mjs'
import { assertAccessible, looksRight, visit } from './page.mjs'
import { documentOf, wordsOf } from './pdf.mjs'

const ADMIN = { email: 'admin@haulage.example', password: 'Haulage-demo-1' }

async function paidOrder(t, wishes = {}) {
  const { page, complaints } = await visit(t, '/register?next=/book-service', wishes)
  const actions = mouseActions(page)
  const customer = await register(page, actions)
  await fillBooking(page, actions)
  await payButton(page).and(page.locator(':enabled')).waitFor()
  const cents = await centsIn(payButton(page))
  await pay(page, actions, CARDS.pays)
  await page.waitForURL(/\/track\//)
  return { page, actions, customer, cents, complaints }
}

describe('a payment', () => {
  test('has a confirmation and a receipt that can be read back', async (t) => {
    const { page, cents, complaints } = await paidOrder(t)
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
    for (const part of [number, 'Ann Example', 'Two boxes of books', 'Visa ending in 4242']) {
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
    const { page, cents } = await paidOrder(t)
    const order = page.url()
    await page.goto('/dashboard?tab=payments')
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

    const orderId = new URL(order).pathname.split('/').at(-1)
    await cancelAsOwner(page, orderId)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await row.getByText('Refunded', { exact: true }).waitFor()
    await row.getByText(/^(Refunded|Refund on its way): \$/).waitFor()
  })
})

/** Free within five minutes of paying; by the page's own session, whatever its screens offer by now. */
async function cancelAsOwner(page, orderId) {
  const status = await page.evaluate(async (id) => {
    const name = Object.keys(localStorage).find((key) => localStorage[key].includes('access_token'))
    const { access_token: token } = JSON.parse(localStorage[name])
    const answer = await fetch(`/api/v1/orders/${id}/cancel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ reason: '' }),
    })
    return answer.status
  }, orderId)
  assert.equal(status, 200)
}

describe('an order that was left unpaid', () => {
  test('is paid later, from the dashboard', async (t) => {
    const { page } = await visit(t, '/register?next=/book-service')
    const actions = mouseActions(page)
    await register(page, actions)
    await fillBooking(page, actions)
    await payButton(page).and(page.locator(':enabled')).waitFor()
    await page.evaluate(() => sessionStorage.clear())
    await page.goto('/dashboard')
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Pay \$/ })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Complete your payment' }).waitFor()
    await payButton(page).and(page.locator(':enabled')).waitFor()
    await looksRight(page)
    await pay(page, actions, CARDS.pays)
    await page.waitForURL(/\/track\//)
    await page.getByRole('link', { name: 'Payment confirmation and receipt' }).waitFor()
  })
})

describe('administrators', () => {
  test('see everybody’s splits', async (t) => {
    const { page } = await visit(t, '/login?next=/admin?tab=splits')
    await signIn(page, mouseActions(page), ADMIN)
    await page.goto('/admin?tab=splits')
    await page.getByText('Total Driver Payouts').waitFor()
    const split = page.getByRole('article').first()
    await split.getByRole('button', { name: 'View Details' }).click()
    await split.getByText('Processing fees').waitFor()
    await looksRight(page)
  })

  test('see what was done later, and that nothing was given up', async (t) => {
    const { page } = await visit(t, '/login?next=/admin?tab=jobs')
    await signIn(page, mouseActions(page), ADMIN)
    await page.goto('/admin?tab=jobs')
    await page.getByText('Nothing was given up').waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('article').first().waitFor()
    await looksRight(page)
    await assertAccessible(page)
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
