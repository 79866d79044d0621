import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { logOut } from './account.mjs'
import { mouseActions, touchActions } from './actions.mjs'
import { newCustomer, register, signIn } from './customer.mjs'
import { looksRight, looksRightInBothSchemes, SCREENS, visit } from './page.mjs'
import { aSearch, ask, booked, tokenOf } from './paidOrder.mjs'
import { emptyPdf } from './pdf.mjs'
import { done } from './servers.mjs'
import { soakTest } from './soak.mjs'
import { learn } from './training.mjs'

const ADMIN = { email: 'admin@haulage.example', password: 'Haulage-demo-1' }
const REASON = 'Papers seen'

const DEVICES = [
  { check: test, on: 'two phones', device: { screen: { width: 390, height: 844 }, touch: true } },
  { check: soakTest, on: 'two wide screens', device: { screen: SCREENS.desktop, touch: true } },
]

/** The far end of Staten Island: further from where other checks book than drivers are looked for. */
const THERE = { latitude: 40.505, longitude: -74.245, accuracy: 9 }
/** Degrees of latitude, some 125 m. */
const A_BLOCK = 0.00112
const TRIP = {
  pickup: { lat: THERE.latitude + A_BLOCK, lng: THERE.longitude, address: '1 Hylan Blvd' },
  dropoff: { lat: THERE.latitude + 3 * A_BLOCK, lng: THERE.longitude, address: '9 Hylan Blvd' },
}

const DAY_MS = 86_400_000
const CHOSEN = { 'personal.state': 'NY', 'license.state': 'NY' }
const WRONG_ZIP = '112'
const TYPED = {
  'personal.date_of_birth': '1990-05-05',
  'personal.ssn_last4': '1234',
  'personal.street': '1 Hylan Blvd',
  'personal.city': 'Staten Island',
  'personal.zip_code': WRONG_ZIP,
  'license.number': '123456789',
  'license.expires_on': '2099-01-01',
  'license.years_of_experience': '6',
  'references.0.name': 'Bo Lee',
  'references.0.phone': '(212) 555-0101',
  'references.0.relationship': 'friend',
  'references.1.name': 'Cy Day',
  'references.1.phone': '(212) 555-0102',
  'references.1.relationship': 'former manager',
  'vehicle.make': 'Ford',
  'vehicle.model': 'Transit',
  'vehicle.vin': '11111111111111111',
  'vehicle.insurance.provider': 'Acme',
}

describe('applying to drive', () => {
  for (const { check, on, device } of DEVICES) {
    check(`a visitor applies on ${on}, is approved by two people, and accepts a job`, (t) =>
      apply(t, device),
    )
  }
})

async function apply(t, device) {
  const first = await visit(t, '/drive-with-us', device)
  const rose = await registerAsDriver(first.page)
  await fillIn(first.page)
  await leave(first.page, device)
  await first.page.waitForURL((url) => url.pathname !== '/drive-with-us')

  const second = await visit(t, '/login?next=/drive-with-us?step=3', {
    ...device,
    before: carryADevice,
  })
  await signIn(second.page, touchActions(second.page), rose)
  await submit(second.page)
  await handIn(second.page)
  await agree(second.page, rose)
  await learn(second.page)
  await second.page.getByRole('link', { name: 'Next', exact: true }).tap()
  await second.page.getByRole('heading', { name: 'Application Under Review' }).waitFor()
  await looksRightInBothSchemes(second.page)

  await approve(t, rose)
  await second.page.reload()
  await second.page.getByRole('heading', { name: 'Welcome to haulage' }).waitFor()
  await looksRightInBothSchemes(second.page)
  await acceptAJob(second.page, rose)
  assert.deepEqual([first.complaints, second.complaints], [[], []])
}

async function leave(page, { screen }) {
  if (screen.width >= SCREENS.desktop.width) return await logOut(page)
  await page.getByRole('button', { name: 'Open menu' }).tap()
  await page.getByRole('button', { name: 'Logout' }).tap()
}

async function registerAsDriver(page) {
  await page.getByRole('link', { name: 'Start Application' }).tap()
  // Of its own, wherever this runs twice.
  const name = `Rose ${crypto.randomUUID().slice(0, 8)}`
  const rose = await register(page, touchActions(page), { ...newCustomer(), name })
  await page.getByText('You are registered as a driver.').waitFor()
  await looksRightInBothSchemes(page)
  return rose
}

/** All but a ZIP code that is right, and it is there again after a reload. */
async function fillIn(page) {
  await page.getByRole('link', { name: 'Continue to Application' }).tap()
  await page.getByRole('button', { name: 'Start Application' }).tap()
  await page.getByLabel('First Name').waitFor()
  await looksRightInBothSchemes(page)
  for (const [name, value] of Object.entries(TYPED)) await field(page, name).fill(value)
  for (const [name, value] of Object.entries(CHOSEN)) await field(page, name).selectOption(value)
  // At whatever hour this runs, they are at work.
  for (const day of [weekday(Date.now()), weekday(Date.now() + DAY_MS)]) {
    await page.getByRole('checkbox', { name: day }).check()
    await page.getByLabel(`${day} from`).fill('00:00')
    await page.getByLabel(`${day} until`).fill('23:59')
  }
  await page.getByText('Must have 5 digits, such as 11201').waitFor()
  await looksRight(page)
  await page.getByText(/^Saved\./).waitFor()
  await page.reload()
  assert.equal(await field(page, 'vehicle.make').inputValue(), 'Ford')
}

/** On another device, what was typed on the one before. */
async function submit(page) {
  await field(page, 'vehicle.make').waitFor()
  assert.equal(await field(page, 'references.1.name').inputValue(), 'Cy Day')
  assert.equal(await field(page, 'personal.zip_code').inputValue(), WRONG_ZIP)
  await field(page, 'personal.zip_code').fill('10307')
  await page.getByRole('button', { name: 'Continue to Documents' }).tap()
  await page.waitForURL(/step=4/)
}

async function handIn(page) {
  const card = (name) => page.getByRole('region', { name })
  const input = (label) => page.getByLabel(label, { exact: true })
  await input('Proof of age: choose a file').setInputFiles(emptyPdf('proof of age.pdf'))
  await card('Proof of age').getByText('proof of age.pdf').waitFor()
  const camera = await page.screenshot({ type: 'jpeg' })
  await input('Profile photo: take a photo').setInputFiles({
    name: 'image.jpg',
    mimeType: 'image/jpeg',
    buffer: camera,
  })
  await card('Profile photo').getByText('image.jpg').waitFor()
  await page.getByRole('link', { name: 'Continue to Background Check' }).tap()
}

async function agree(page, { name }) {
  await page.getByLabel('Type your full name to sign').fill(name)
  await looksRightInBothSchemes(page)
  await page.getByRole('button', { name: 'Agree to Background Check' }).tap()
  await page.getByText('You agreed').waitFor()
  await looksRightInBothSchemes(page)
  await page.getByRole('link', { name: 'Continue to Training' }).tap()
}

/** The lessons take half an hour by the server's clock: one administrator asks to do without, another confirms. */
async function approve(t, { name }) {
  const { page, complaints } = await visit(t, '/login?next=/admin?tab=applications')
  await signIn(page, mouseActions(page), ADMIN)
  await page.getByRole('link', { name }).click()
  await page.getByText('11111111111111111').waitFor()
  await looksRightInBothSchemes(page)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(REASON)
  await dialog.getByRole('button', { name: 'Ask for an Override' }).click()
  await page.getByText('You asked for an override').waitFor()
  await looksRight(page)

  const { pathname, search } = new URL(page.url())
  const next = encodeURIComponent(pathname + search)
  const other = await visit(t, `/login?next=${next}`)
  await signIn(other.page, mouseActions(other.page), await anotherAdmin())
  await other.page.getByText(REASON).waitFor()
  await other.page.getByRole('button', { name: 'Confirm and Approve' }).click()
  await other.page.getByText('The applicant was approved.').waitFor()
  assert.deepEqual([complaints, other.complaints], [[], []])
}

/** Only who has the server's own data makes one. */
async function anotherAdmin() {
  const { name, email, phone, password } = newCustomer()
  const data = { name, phone, userType: 'customer' }
  await ask('', '/auth/v1/signup', { email, password, data })
  await done(['admin', 'grant', email, '--data', process.env.HAULAGE_URL_DATA])
  return { email, password }
}

async function acceptAJob(page, { email, password }) {
  await page.getByRole('link', { name: 'Go to Driver Dashboard' }).tap()
  const reported = page.waitForResponse(/\/drivers\/me\/(positions|location)$/)
  await page.getByRole('button', { name: 'Go Online' }).tap()
  await page.getByText('You are ONLINE and available').waitFor()
  await reported
  const found = await aSearch(TRIP)
  const token = await tokenOf(email, password)
  const { id } = await ask(token, '/api/v1/drivers/me', undefined, 'GET')
  const driver = found.drivers.find((each) => each.driver_id === id)
  assert.ok(driver, 'whoever was approved is not among the drivers that a customer chooses from')
  const order = await booked({ ...found, driver })
  const request = page.getByRole('region', { name: 'New Requests' }).getByRole('article')
  await request
    .filter({ hasText: `Order #${order.number}` })
    .getByRole('button', { name: 'Accept' })
    .tap()
  const jobs = page.getByRole('region', { name: 'Active Orders' }).getByRole('article')
  await jobs
    .filter({ hasText: `Order #${order.number}` })
    .getByRole('button', { name: 'On My Way' })
    .waitFor()
}

/** On New York's clocks. */
function weekday(at) {
  const format = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'America/New_York' })
  return format.format(at)
}

function field(page, name) {
  return page.locator(`[name="${name}"]`)
}

async function carryADevice(page) {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation(THERE)
}
