import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { CARDS, centsIn, fillBooking, pay, payButton, register, signIn } from './customer.mjs'
import { mouseOf } from './hands.mjs'
import { assertAccessible, assertNoSidewaysScroll, SCREENS, visit, wear } from './page.mjs'

const ADMIN = { email: 'admin@haulage.example', password: 'Haulage-demo-1' }

/** pypdf comes with the packages that the Python tests need. */
const READ_PDF = `
import sys
from io import BytesIO
from pypdf import PdfReader
reader = PdfReader(BytesIO(sys.stdin.buffer.read()))
print(" ".join(" ".join(page.extract_text() for page in reader.pages).split()))
`

/** What a PDF says, read by a program that has nothing to do with who wrote it. */
function wordsOf(pdf) {
  const read = spawnSync('python', ['-c', READ_PDF], { input: pdf, encoding: 'utf-8' })
  assert.equal(read.status, 0, read.stderr)
  return read.stdout
}

async function paidOrder(t, wishes = {}) {
  const { page, complaints } = await visit(t, '/register?next=/book-service', wishes)
  const hands = mouseOf(page)
  const customer = await register(page, hands)
  await fillBooking(page, hands)
  await payButton(page).and(page.locator(':enabled')).waitFor()
  const cents = await centsIn(payButton(page))
  await pay(page, hands, CARDS.pays)
  await page.waitForURL(/\/track\//)
  return { page, hands, customer, cents, complaints }
}

/** The document that *press* opens in a tab of its own, as the bytes that the server sends. */
async function documentOf(page, press) {
  const asked = page.waitForResponse((response) => response.url().endsWith('/pdf'))
  const opened = page.waitForEvent('popup')
  await press()
  const { url } = await (await asked).json()
  const tab = await opened
  const answer = await fetch(new URL(url, page.url()))
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  await tab.close()
  return Buffer.from(await answer.arrayBuffer())
}

async function looksRight(page) {
  for (const scheme of ['light', 'dark']) {
    await wear(page, scheme)
    for (const screen of [SCREENS.desktop, SCREENS.phone, { width: 320, height: 640 }]) {
      await page.setViewportSize(screen)
      await assertNoSidewaysScroll(page)
    }
    await assertAccessible(page)
  }
  await page.setViewportSize(SCREENS.desktop)
  await wear(page, 'light')
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
    const kept = Object.keys(localStorage).find((key) => localStorage[key].includes('access_token'))
    const { access_token: token } = JSON.parse(localStorage[kept])
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
    const hands = mouseOf(page)
    await register(page, hands)
    await fillBooking(page, hands)
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
    await pay(page, hands, CARDS.pays)
    await page.waitForURL(/\/track\//)
    await page.getByRole('link', { name: 'Payment confirmation and receipt' }).waitFor()
  })
})

describe('administrators', () => {
  test('give part of a payment back, and its customer sees it', async (t) => {
    const { page: customer, cents } = await paidOrder(t)
    const { page } = await visit(t, '/login?next=/admin')
    await signIn(page, mouseOf(page), ADMIN)
    await page.waitForURL(/\/admin/)
    const newest = page.getByRole('article', { name: /^Payment / }).first()
    await newest.getByRole('button', { name: /^Refund payment/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund payment' })
    await dialog.getByLabel('Amount in dollars').fill('1.50')
    await dialog.getByLabel('Reason').fill('Late')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Refund $1.50' }).click()
    await page.getByText('$1.50 will be given back.').waitFor()
    await looksRight(page)
    await customer.goto('/dashboard?tab=payments')
    const row = customer.getByRole('row', { name: /#\d+/ })
    await row.getByText(/^(Refunded|Refund on its way): \$1\.50$/).waitFor()
    const spent = customer.getByRole('region', { name: 'Payment History' }).getByText('Total Spent')
    assert.equal(await centsIn(spent.locator('..')), cents - 150)
  })

  test('see everybody’s splits, and have one that failed sent again', async (t) => {
    const { page } = await visit(t, '/login?next=/admin?tab=splits')
    await signIn(page, mouseOf(page), ADMIN)
    // No simulated transfer ever fails, so the list says that one did.
    await page.route('**/api/v1/splits/all?*', async (route) => {
      const answer = await route.fetch()
      const list = await answer.json()
      Object.assign(list.items[0], { split_status: 'failed', can_retry: true })
      await route.fulfill({ response: answer, json: list })
    })
    await page.goto('/admin?tab=splits')
    await page.getByText('Total Driver Payouts').waitFor()
    const split = page.getByRole('article').first()
    await split.getByRole('button', { name: 'View Details' }).click()
    await split.getByText('Processing fees').waitFor()
    await looksRight(page)
    // The server knows better, and says so in its own words.
    await split.getByRole('button', { name: 'Retry Split' }).click()
    await page.getByText('Retry failed: Payment split not found or not in failed state').waitFor()
    await page.route('**/split/retry', (route) =>
      route.fulfill({ json: { payment_intent_id: 'p', split_status: 'pending', attempts: 1 } }),
    )
    await split.getByRole('button', { name: 'Retry Split' }).click()
    await page.getByText('Payment split retry initiated successfully!').waitFor()
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
