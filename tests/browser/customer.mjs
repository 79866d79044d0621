// What a customer does, told once and done with either pair of actions; see actions.mjs.

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
export async function register(page, actions, customer = newCustomer()) {
  await actions.write(page.getByLabel('Name', { exact: true }), customer.name)
  await actions.write(page.getByLabel('Email'), customer.email)
  await actions.write(page.getByLabel('Phone'), customer.phone)
  await actions.write(page.getByLabel('Password', { exact: true }), customer.password)
  await actions.write(page.getByLabel('Confirm password'), customer.password)
  await actions.check(page.getByRole('checkbox', { name: /I agree/ }))
  await actions.press(page.getByRole('button', { name: 'Create account' }))
  await page.waitForURL((url) => url.pathname !== '/register')
  return customer
}

export async function signIn(page, actions, { email, password }) {
  await actions.write(page.getByLabel('Email'), email)
  await actions.write(page.getByLabel('Password', { exact: true }), password)
  await actions.press(page.getByRole('button', { name: 'Sign In' }))
  await page.waitForURL((url) => url.pathname !== '/login')
}

export function stepTitle(page, title) {
  return page.getByRole('heading', { level: 1, name: title })
}

export async function goOn(page, actions) {
  await actions.press(page.getByRole('button', { name: 'Continue', exact: true }))
}

/** Types an address and takes it from the suggestions. */
export async function fillAddress(page, actions, label, place) {
  const field = page.getByRole('combobox', { name: label })
  await actions.write(field, place.typed)
  const list = page.getByRole('listbox', { name: `${label} suggestions` })
  const line = list.getByRole('option').filter({ hasText: place.line })
  await line.first().waitFor()
  await actions.choose(field, line.first())
  await list.waitFor({ state: 'detached' })
}

export async function chooseService(page, actions, service = 'Small Items') {
  await stepTitle(page, 'Choose a service').waitFor()
  await actions.check(page.getByRole('radio', { name: service }))
}

export async function fillLocations(
  page,
  actions,
  { pickup = MANHATTAN, dropoff = BROOKLYN } = {},
) {
  await stepTitle(page, 'Contact and locations').waitFor()
  await fillAddress(page, actions, 'Pickup', pickup)
  await fillAddress(page, actions, 'Dropoff', dropoff)
  await page.getByText('Locations confirmed').waitFor()
}

export async function fillDetails(page, actions, description = 'Two boxes of books') {
  await stepTitle(page, 'Item details and price').waitFor()
  await actions.write(page.getByLabel('Item description'), description)
}

/** As whom other checks sign in meanwhile: the demonstration then leaves the jobs of that driver alone. */
const DRIVEN_BY_HAND = 'Dana'

/** Takes the best driver that drives by itself; leads on to the payment by itself. */
export async function chooseDriver(page, actions) {
  await stepTitle(page, 'Choose a driver').waitFor()
  const driver = page.getByRole('article').filter({ hasNotText: DRIVEN_BY_HAND }).first()
  await actions.press(driver.getByRole('button', { name: /Select Driver/ }))
}

/** From the first step to the payment. */
export async function fillBooking(page, actions) {
  await chooseService(page, actions)
  await goOn(page, actions)
  await fillLocations(page, actions)
  await goOn(page, actions)
  await fillDetails(page, actions)
  await goOn(page, actions)
  await chooseDriver(page, actions)
  await stepTitle(page, 'Payment and confirmation').waitFor()
}

export async function fillCard(page, actions, number) {
  await actions.write(page.getByLabel('Card Number'), number.replaceAll(' ', ''))
  await actions.write(page.getByLabel('Expiry (MM/YY)'), '1230')
  await actions.write(page.getByLabel('CVC'), '123')
  await actions.write(page.getByLabel('Cardholder Name'), 'Ann Example')
}

export function payButton(page) {
  return page.getByRole('button', { name: /^Pay \$/ })
}

export async function pay(page, actions, number = CARDS.pays) {
  await fillCard(page, actions, number)
  await actions.press(payButton(page))
}

/** By the header's link, which on a phone stands in the menu. */
export async function openDashboard(page, actions) {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await actions.press(menu)
  await actions.press(page.getByRole('link', { name: 'Orders', exact: true }).first())
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
