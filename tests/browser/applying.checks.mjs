import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyboardActions, mouseActions } from './actions.mjs'
import { newCustomer, register, signIn } from './customer.mjs'
import { looksRight, looksRightInBothSchemes, SCREENS, visit } from './page.mjs'

const ADMIN = { email: 'admin@haulage.example', password: 'Haulage-demo-1' }
const REQUIRED = {
  'personal.date_of_birth': '1990-05-05',
  'personal.ssn_last4': '1234',
  'personal.street': '1 Main St',
  'personal.city': 'Brooklyn',
  'personal.zip_code': '112',
  'license.number': '123456789',
  'license.expires_on': '2099-01-01',
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
  test('a customer applies on a phone and works as a driver once approved', async (t) => {
    const { page, complaints } = await visit(t, '/register', { screen: SCREENS.phone })
    const rose = { ...newCustomer(), name: 'Rose Hill' }
    await register(page, keyboardActions(page), rose)
    await page.goto('/drive-with-us?step=3')
    await page.getByRole('button', { name: 'Start Application' }).click()
    await page.getByLabel('First Name').waitFor()
    await looksRightInBothSchemes(page)
    const field = (name) => page.locator(`[name="${name}"]`)
    for (const [name, value] of Object.entries(REQUIRED)) await field(name).fill(value)
    await field('personal.state').selectOption('NY')
    await field('license.state').selectOption('NY')
    await page.getByText('Must have 5 digits, such as 11201').waitFor()
    await looksRight(page)

    await page.getByText(/^Saved\./).waitFor()
    await page.reload()
    assert.equal(await field('vehicle.make').inputValue(), 'Ford')
    await field('personal.zip_code').fill('11201')
    await page
      .getByRole('button', { name: /Submit Application|Continue to (Documents|Background Check)/ })
      .click()
    await page.waitForURL(/step=[4-7]/)
    await page.goto('/drive-with-us?step=7')
    await page.getByRole('heading', { name: 'Application Under Review' }).waitFor()

    await askForOverride(t, rose)
    await page.goto('/drive-with-us?step=2')
    await looksRightInBothSchemes(page)
    await page.getByRole('button', { name: 'Instant Approval' }).click()
    await page.getByRole('link', { name: 'Go to Driver Dashboard' }).click()
    await page.getByRole('button', { name: 'Go Online' }).waitFor()
    assert.deepEqual(complaints, [])
  })
})

/** One administrator alone cannot approve: it stays with the question. */
async function askForOverride(t, { name }) {
  const { page, complaints } = await visit(t, '/login?next=/admin?tab=applications')
  await signIn(page, mouseActions(page), ADMIN)
  await page.getByRole('link', { name }).click()
  await page.getByText('11111111111111111').waitFor()
  await looksRightInBothSchemes(page)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Papers seen')
  await dialog.getByRole('button', { name: 'Ask for an Override' }).click()
  await page.getByText('You asked for an override').waitFor()
  await looksRight(page)
  assert.deepEqual(complaints, [])
}
