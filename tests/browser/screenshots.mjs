// Pictures of every screen and state, at three widths and in both schemes, to be looked at.
//
//   HAULAGE_URL=http://127.0.0.1:8000 node tests/browser/screenshots.mjs FOLDER [WORD [LOOKS]]
//
// With a WORD, only the screens whose name begins with it; with LOOKS, such as 1440-light,390-dark,
// only these.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mouseActions } from './actions.mjs'
import { administration } from './adminScreens.mjs'
import * as customer from './customer.mjs'
import { driving } from './driverScreens.mjs'
import { homeIsComplete, startBrowser, stopBrowser, visit } from './page.mjs'

const WIDTHS = { 390: 844, 768: 1024, 1440: 900 }
const SCHEMES = ['light', 'dark']
/** A picture is taken when two in a row are the same; something that never rests is taken anyway. */
const MOST_LOOKS = 12
const DELIVERY_MS = 240_000

const [folder, word = '', looks = ''] = process.argv.slice(2)
if (!folder) throw new Error('Say into which folder: screenshots.mjs FOLDER [WORD]')

/**
 * The page as it stands, in every width and scheme. `whole` adds what lies below the fold, `ready`
 * brings back what does not outlive another width.
 */
async function take(page, name, { whole = true, ready = async () => {} } = {}) {
  for (const [width, height] of Object.entries(WIDTHS)) {
    for (const scheme of SCHEMES) {
      if (!wanted(`${width}-${scheme}`)) continue
      await page.setViewportSize({ width: Number(width), height })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await ready()
      if (whole) await page.evaluate(() => window.scrollTo(0, 0))
      const path = join(folder, `${name}-${width}-${scheme}.png`)
      await settledPicture(page, { path, fullPage: whole })
    }
  }
  console.log(name)
}

const wanted = (look) => looks === '' || looks.split(',').includes(look)

async function settledPicture(page, options) {
  let before = null
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const now = await page.screenshot(options)
    if (before?.equals(now)) return
    before = now
  }
}

/** What fails, is empty or still loads, by answering for the server. */
const answers = (pattern, status, body) => (page) =>
  page.route(pattern, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  )
const NEVER = (pattern) => (page) => page.route(pattern, () => {})

/** As visitors see it, maps and all. */
const see = (t, path, wishes) => visit(t, path, { maps: true, ...wishes })

async function publicScreens(t) {
  for (const path of [
    '/terms',
    '/privacy',
    '/admin',
    '/no-such-page',
    '/book-service',
    '/dashboard',
  ]) {
    const { page } = await see(t, path)
    await take(page, `public${path.replaceAll('/', '-')}`)
    await page.context().close()
  }
}

async function home(t) {
  const { page } = await see(t, '/')
  await homeIsComplete(page)
  await take(page, 'home')
  await take(page, 'home-suggestions', { whole: false, ready: () => searchAnew(page) })
  await page.context().close()
  const failing = await see(t, '/', { before: answers('**/api/v1/{fares,services}', 503, {}) })
  await failing.page.getByText('The price could not be calculated.').waitFor()
  await take(failing.page, 'home-failing')
}

async function account(t) {
  const { page } = await see(t, '/login')
  await take(page, 'login')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong-1')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Invalid email or password').waitFor()
  await take(page, 'login-refused')
  await page.goto('/register')
  await take(page, 'register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Name is required').waitFor()
  await take(page, 'register-errors')
}

async function dashboard(t) {
  const { page } = await see(t, '/register')
  await customer.register(page, mouseActions(page))
  await page.getByText('No orders yet.').waitFor()
  await take(page, 'dashboard-empty')
  await page.goto('/dashboard?tab=payments')
  await page.getByText('No payment history found').waitFor()
  await take(page, 'dashboard-payments-empty')
  await page.goto('/dashboard?tab=splits')
  await page.getByText('No payment splits found').waitFor()
  await take(page, 'dashboard-splits-empty')
  await answers('**/api/v1/**orders**', 503, {})(page)
  await page.goto('/dashboard')
  await page.getByText('Your orders could not be loaded').waitFor()
  await take(page, 'dashboard-failing')
}

async function searchAnew(page) {
  const pickup = page.getByRole('combobox', { name: 'Pickup' })
  await pickup.press('Escape')
  await pickup.fill('')
  await pickup.fill('350 5th')
  await page.getByRole('option').first().waitFor()
}

async function booking(t) {
  const { page } = await see(t, '/register?next=/book-service')
  const actions = mouseActions(page)
  await customer.register(page, actions)
  await customer.stepTitle(page, 'Choose a service').waitFor()
  await take(page, 'booking-1-empty')
  await customer.chooseService(page, actions)
  await take(page, 'booking-1-chosen')
  await customer.goOn(page, actions)
  await page.locator('[data-ready]').waitFor()
  await take(page, 'booking-2-empty')
  await take(page, 'booking-2-suggestions', { whole: false, ready: () => searchAnew(page) })
  await customer.fillLocations(page, actions)
  await page.getByText('Total Distance').waitFor()
  await take(page, 'booking-2-filled')
  await customer.goOn(page, actions)
  await customer.fillDetails(page, actions)
  await customer.priceInSight(page).waitFor()
  await take(page, 'booking-3')
  await customer.goOn(page, actions)
  await page.getByRole('article').first().waitFor()
  await take(page, 'booking-4')
  await page
    .getByRole('button', { name: /View Analysis/ })
    .first()
    .click()
  await take(page, 'booking-4-analysis')
  await customer.chooseDriver(page, actions)
  await customer.stepTitle(page, 'Payment and confirmation').waitFor()
  await customer.payButton(page).and(page.locator(':enabled')).waitFor()
  await take(page, 'booking-5')
  await page.getByRole('button', { name: 'Price details' }).click()
  await take(page, 'booking-5-price', { whole: false })
  await page.keyboard.press('Escape')
  await customer.payButton(page).click()
  await take(page, 'booking-5-errors')
  await customer.pay(page, actions, customer.CARDS.declined)
  await page.getByText(/^Payment failed:/).waitFor()
  await take(page, 'booking-5-declined')
  await customer.pay(page, actions, customer.CARDS.asksTheBank)
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' })
  await bank.waitFor()
  await take(page, 'booking-5-bank', { whole: false })
  await bank.getByRole('button', { name: 'Approve payment' }).click()
  await page.waitForURL(/\/track\//)
  await tracking(page)
}

async function tracking(page) {
  const order = page.getByRole('region', { name: 'Order', exact: true })
  await page.locator('[data-ready]').waitFor({ timeout: DELIVERY_MS })
  await take(page, 'tracking-live')
  await order.getByRole('link', { name: 'Book Again' }).waitFor({ timeout: DELIVERY_MS })
  await take(page, 'tracking-delivered')
  await page.goto('/dashboard')
  await page.getByRole('article').first().waitFor()
  await take(page, 'dashboard-orders')
  await page.goto('/dashboard?tab=payments')
  await page.getByText('100%').waitFor()
  await take(page, 'dashboard-payments')
  await page.getByRole('button', { name: /^View details/ }).click()
  await page.getByRole('dialog').getByText('Distance fee').waitFor()
  await take(page, 'dashboard-payments-details', { whole: false })
  await page.getByRole('link', { name: 'Payment confirmation' }).click()
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
  await take(page, 'confirmation')
  await page.goto('/dashboard?tab=splits')
  await page.getByRole('article').first().waitFor()
  await take(page, 'dashboard-splits')
  await page.goto('/track/nowhere')
  await page.getByText('Order tracking not found').waitFor()
  await take(page, 'tracking-unknown')
}

async function trackingSample(t) {
  const { page } = await see(t, '/track/demo')
  await page.locator('[data-ready]').waitFor({ timeout: DELIVERY_MS })
  await take(page, 'tracking-sample')
}

async function loading(t) {
  const { page } = await see(t, '/', { before: NEVER('**/api/v1/{fares,services}') })
  await take(page, 'home-loading')
}

const SCREENS = {
  home,
  loading,
  account,
  public: publicScreens,
  dashboard,
  trackingSample,
  booking,
  administration: (t) => administration({ see: (path) => see(t, path), take }),
  driving: (t) => driving({ see: (path) => see(t, path), take }),
}

await mkdir(folder, { recursive: true })
await startBrowser()
const closing = []
const t = { after: (close) => closing.push(close) }
try {
  for (const [name, visitAll] of Object.entries(SCREENS)) {
    if (name.startsWith(word)) await visitAll(t)
  }
} finally {
  await Promise.all(closing.map((close) => close()))
  await stopBrowser()
}
