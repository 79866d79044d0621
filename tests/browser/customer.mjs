// What a customer does, told once and done with either pair of hands; see hands.mjs.

export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksTheBank: '4000 0000 0000 3220',
}

/** What is typed, the suggestion that is taken, and how the address is written afterwards. */
export const MANHATTAN = { typed: '350 5th Ave', line: /350 5th Ave.*New York, NY 10118/ }
export const BROOKLYN = { typed: '86 5th Ave Brooklyn', line: /86 5th Ave.*Brooklyn, NY 11217/ }

export const PASSWORD = 'secret-1'

export function newCustomer() {
  const email = `ann.${Date.now()}.${Math.floor(Math.random() * 1e6)}@example.com`
  return { name: 'Ann Example', email, phone: '+1 212 555 0100', password: PASSWORD }
}

/** Fills in the registration form that stands on the page. */
export async function register(page, hands, customer = newCustomer()) {
  await hands.write(page.getByLabel('Name', { exact: true }), customer.name)
  await hands.write(page.getByLabel('Email'), customer.email)
  await hands.write(page.getByLabel('Phone'), customer.phone)
  await hands.write(page.getByLabel('Password', { exact: true }), customer.password)
  await hands.write(page.getByLabel('Confirm password'), customer.password)
  await hands.check(page.getByRole('checkbox', { name: /I agree/ }))
  await hands.press(page.getByRole('button', { name: 'Create account' }))
  await page.waitForURL((url) => url.pathname !== '/register')
  return customer
}

export async function signIn(page, hands, { email, password }) {
  await hands.write(page.getByLabel('Email'), email)
  await hands.write(page.getByLabel('Password', { exact: true }), password)
  await hands.press(page.getByRole('button', { name: 'Sign In' }))
  await page.waitForURL((url) => url.pathname !== '/login')
}

export function stepTitle(page, title) {
  return page.getByRole('heading', { level: 1, name: title })
}

export async function goOn(page, hands) {
  await hands.press(page.getByRole('button', { name: 'Continue', exact: true }))
}

/** Types an address and takes it from the suggestions. */
export async function fillAddress(page, hands, label, place) {
  const field = page.getByRole('combobox', { name: label })
  await hands.write(field, place.typed)
  const list = page.getByRole('listbox', { name: `${label} suggestions` })
  const line = list.getByRole('option').filter({ hasText: place.line })
  await line.first().waitFor()
  await hands.choose(field, line.first())
  await list.waitFor({ state: 'detached' })
}

export async function chooseService(page, hands, service = 'Small Items') {
  await stepTitle(page, 'Choose a service').waitFor()
  await hands.check(page.getByRole('radio', { name: service }))
}

export async function fillLocations(page, hands, { pickup = MANHATTAN, dropoff = BROOKLYN } = {}) {
  await stepTitle(page, 'Contact and locations').waitFor()
  await fillAddress(page, hands, 'Pickup', pickup)
  await fillAddress(page, hands, 'Dropoff', dropoff)
  await page.getByText('Locations confirmed').waitFor()
}

export async function fillDetails(page, hands, description = 'Two boxes of books') {
  await stepTitle(page, 'Item details and price').waitFor()
  await hands.write(page.getByLabel('Item description'), description)
}

/** Takes the best driver; leads on to the payment by itself. */
export async function chooseDriver(page, hands) {
  await stepTitle(page, 'Choose a driver').waitFor()
  const driver = page.getByRole('article').first()
  await hands.press(driver.getByRole('button', { name: /Select Driver/ }))
}

/** From the first step to the payment. */
export async function fillBooking(page, hands) {
  await chooseService(page, hands)
  await goOn(page, hands)
  await fillLocations(page, hands)
  await goOn(page, hands)
  await fillDetails(page, hands)
  await goOn(page, hands)
  await chooseDriver(page, hands)
  await stepTitle(page, 'Payment and confirmation').waitFor()
}

export async function fillCard(page, hands, number) {
  await hands.write(page.getByLabel('Card Number'), number.replaceAll(' ', ''))
  await hands.write(page.getByLabel('Expiry (MM/YY)'), '1230')
  await hands.write(page.getByLabel('CVC'), '123')
  await hands.write(page.getByLabel('Cardholder Name'), 'Ann Example')
}

export function payButton(page) {
  return page.getByRole('button', { name: /^Pay \$/ })
}

export async function pay(page, hands, number = CARDS.pays) {
  await fillCard(page, hands, number)
  await hands.press(payButton(page))
}

/** By the name in the header, which on a phone stands in the menu. */
export async function openDashboard(page, hands) {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await hands.press(menu)
  await hands.press(page.getByRole('link', { name: 'Ann Example' }).first())
  await page.getByRole('heading', { level: 1, name: 'My Dashboard' }).waitFor()
}

/** The price in sight, once it answers what was asked last. */
export function priceInSight(page) {
  const total = page.getByRole('status', { name: 'Total', exact: true })
  return total.and(page.locator(':not([data-stale])')).filter({ hasText: '$' })
}

/** Dollars and cents in what is written there, such as `$43.30`, once they are. */
export async function centsIn(target) {
  const text = await target.filter({ hasText: '$' }).innerText()
  const found = /\$([\d,]+)\.(\d\d)/.exec(text)
  if (!found) throw new Error(`There is no price in "${text}"`)
  return Number(found[1].replaceAll(',', '')) * 100 + Number(found[2])
}
