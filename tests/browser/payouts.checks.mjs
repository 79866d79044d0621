import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mouseActions, touchActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { assertAccessible, looksRight, SCREENS, visit } from './page.mjs'
import { ask, emailOfDriver, tokenOf } from './paidOrder.mjs'
import { until } from './until.mjs'

/** A sample driver who has earned something. */
const DRIVER = { email: 'driver@haulage.example', password: 'Haulage-demo-1' }

const ADMIN = { ...DRIVER, email: 'admin@haulage.example' }

/**
 * One who has earned something and never added a method: the first takes standard payouts at once. Found by
 * an administrator, for nobody drives on by themselves as whom somebody has signed in.
 */
async function driverWithoutMethod() {
  const token = await tokenOf(ADMIN.email, ADMIN.password)
  const read = (path) => ask(token, `/api/v1/drivers${path}`, undefined, 'GET')
  for (const { id, name } of (await read('?approved=true&limit=100')).items) {
    const { available_cents: cents } = await read(`/${id}/payout-eligibility`)
    const methods = await read(`/${id}/payout-methods`)
    if (cents >= 1_00 && methods.items.length === 0)
      return { ...DRIVER, email: emailOfDriver(name) }
  }
  return assert.fail('every driver of the demonstration has a method, or nothing to be paid out')
}

describe('a driver’s payouts', () => {
  test('an instant payout, and a new method that the balance goes to, by touch', async (t) => {
    const { page, complaints } = await visit(t, '/login?next=/driver-dashboard?tab=earnings', {
      screen: SCREENS.phone,
      touch: true,
      scheme: 'dark',
    })
    const actions = touchActions(page)
    await signIn(page, actions, DRIVER)
    await actions.press(page.getByRole('link', { name: 'Instant Payouts' }))
    const panel = page.getByRole('region', { name: 'Instant Payout' })
    await actions.write(panel.getByRole('spinbutton', { name: 'Amount' }), '10')
    await actions.press(panel.getByRole('button', { name: 'Request Instant Payout' }))
    await actions.press(page.getByRole('button', { name: 'Send Payout' }))
    const requested = page.getByText('Instant Payout Requested!')
    await requested.waitFor()
    await page.getByText('$9.30 will arrive in your account within 30 minutes.').waitFor()
    await actions.press(page.getByRole('tab', { name: 'Payout Methods' }))
    const form = page.getByRole('region', { name: 'Add Payout Method' })
    await actions.press(form.getByText('Debit Card', { exact: true }))
    await actions.write(form.getByLabel('Card Number'), '4000056655665556')
    await form.getByLabel('Expiry Month').selectOption('12')
    await form.getByLabel('Expiry Year').selectOption({ index: 5 })
    await requested.waitFor({ state: 'detached' })
    await assertAccessible(page)
    await looksRight(page)
    await actions.press(form.getByRole('button', { name: 'Add Payout Method' }))
    const added = page.getByText('Payout Method Added!')
    await added.waitFor()
    await page.getByText('Debit card ending 5556').first().waitFor()

    await actions.press(page.getByRole('tab', { name: 'Instant Payout', exact: true }))
    // Whoever gets hold of an account adds a method first.
    await panel.getByText(/a payout method was added/).waitFor()
    await actions.write(panel.getByRole('spinbutton', { name: 'Amount' }), '12.34')
    await panel.getByText('-$0.62').waitFor()
    await panel.getByText('$11.47', { exact: true }).waitFor()
    await added.waitFor({ state: 'detached' })
    await assertAccessible(page)
    await looksRight(page)
    await actions.press(panel.getByText('Standard (Free)'))
    await panel.getByText('-$0.62').waitFor({ state: 'detached' })
    await actions.press(panel.getByRole('button', { name: 'Request Standard Payout' }))
    await actions.press(page.getByRole('button', { name: 'Send Payout' }))
    await page
      .getByText('Standard payout will be processed in 1-2 business days with no fees.')
      .nth(1)
      .waitFor()
    await page.goto('/driver-dashboard?tab=payouts')
    const payout = page.getByRole('article', { name: 'Standard payout' }).first()
    await payout.getByText('$12.34').first().waitFor()
    const next = page.getByRole('region', { name: 'Next Payout' })
    await actions.press(next.getByText('On its way to you', { exact: true }))
    await next.getByText('Payout', { exact: false }).first().waitFor()
    await looksRight(page)
    await actions.press(payout.getByRole('button', { name: 'Verify' }))
    const dialog = page.getByRole('dialog', { name: 'Payout Verification' })
    await dialog.getByText('ending 5556').waitFor()
    await assertAccessible(page)
    assert.deepEqual(complaints, [])
  })

  test('a payout that the bank declines comes back to the balance, on a desktop', async (t) => {
    const { page, complaints } = await visit(
      t,
      '/login?next=/driver-dashboard?tab=instant-payouts%26payouts=methods',
    )
    const actions = mouseActions(page)
    await signIn(page, actions, await driverWithoutMethod())
    await page.goto('/driver-dashboard?tab=instant-payouts&payouts=methods')
    const form = page.getByRole('region', { name: 'Add Payout Method' })
    await actions.write(form.getByLabel('Routing Number'), '110000000')
    await actions.write(form.getByLabel('Account Number'), '000555555559')
    await actions.write(form.getByLabel('Bank Name'), 'Declining Bank')
    await actions.press(form.getByRole('button', { name: 'Add Payout Method' }))
    await page.getByText('Your bank account has been added and verified.').waitFor()

    await page.goto('/driver-dashboard?tab=payouts')
    const panel = page.getByRole('region', { name: 'Instant Payout' })
    const balance = panel
      .getByText('In your balance', { exact: true })
      .locator('xpath=following-sibling::*')
    const before = await balance.innerText()
    await actions.press(panel.getByText('Standard (Free)'))
    await actions.write(panel.getByRole('spinbutton', { name: 'Amount' }), '1')
    const bank = 'Declining Bank checking ending 5559'
    await panel.getByLabel('Payout Method').selectOption({ label: bank })
    await actions.press(panel.getByRole('button', { name: 'Request Standard Payout' }))
    await actions.press(page.getByRole('button', { name: 'Send Payout' }))
    const tests = page.getByRole('region', { name: 'Test Actions' })
    const payout = page
      .getByRole('article', { name: 'Standard payout' })
      .filter({ hasText: 'The bank declined the payout.' })
    await actions.press(tests.getByRole('button', { name: 'Check Pending Payouts' }))
    await page.getByText(/^Updated \d+ payouts, 0 failed$/).waitFor()
    await payout.getByText('Failed').first().waitFor()
    await payout.getByRole('button', { name: 'Try Again' }).waitFor()
    await until(
      () => balance.innerText(),
      (text) => text === before,
    )
    await assertAccessible(page)
    await looksRight(page)
    assert.deepEqual(complaints, [])
  })

  test('limits are saved as they are left, on a desktop', async (t) => {
    const { page, complaints } = await visit(t, '/login?next=/driver-dashboard?tab=payouts')
    const actions = mouseActions(page)
    await signIn(page, actions, DRIVER)
    const settings = page.getByRole('region', { name: 'Payout Settings' })
    await actions.write(settings.getByLabel('Most of one instant payout'), '400')
    await page.keyboard.press('Enter')
    await page.getByText('Settings saved').waitFor()
    await page.reload()
    await page.waitForFunction(() => document.querySelector('input[value="400"]') !== null)
    await assertAccessible(page)
    await looksRight(page)
    assert.deepEqual(complaints, [])
  })
})
