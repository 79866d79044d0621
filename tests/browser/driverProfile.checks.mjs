import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyboardActions, mouseActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { looksRight, SCREENS, visit } from './page.mjs'

/** Not approved, so that no match changes with what they change here. */
const DRIVER = { email: 'maria.russo@haulage.example', password: 'Haulage-demo-1' }

describe('a driver’s profile', () => {
  test('is changed by keyboard, and kept', async (t) => {
    const { page, complaints } = await visit(t, '/login?next=/driver-dashboard/profile', {
      screen: SCREENS.phone,
    })
    const keys = keyboardActions(page)
    await signIn(page, keys, DRIVER)
    const [vehicle, hours, rates] = ['Vehicle', 'Working hours', 'Rates'].map((name) =>
      page.getByRole('region', { name }),
    )
    await keys.write(vehicle.getByLabel('Year'), '1999')
    await page.keyboard.press('Enter')
    await vehicle.getByText(/^A year from 2000/).waitFor()
    await keys.write(vehicle.getByLabel('Year'), '2023')
    await save(keys, vehicle)

    await hours.getByLabel('Same every day').focus()
    await page.keyboard.press('ArrowRight')
    await keys.check(hours.getByRole('checkbox', { name: 'Sunday' }))
    await hours.getByText('Day off').waitFor()
    await save(keys, hours)

    await keys.write(rates.getByLabel('Dollars per mile'), '3.05')
    await save(keys, rates)
    await looksRight(page)

    await page.reload()
    await hours.getByText('Day off').waitFor()
    assert.equal(await vehicle.getByLabel('Year').inputValue(), '2023')
    assert.equal(await rates.getByLabel('Dollars per mile').inputValue(), '3.05')
    assert.deepEqual(complaints, [])
  })
})

test('a driver’s three figures are as wide as each other on a desk', async (t) => {
  const { page } = await visit(t, '/login?next=/driver-dashboard')
  await signIn(page, mouseActions(page), { ...DRIVER, email: 'driver@haulage.example' })
  const figures = page.getByRole('region', { name: 'Your figures' }).locator('> *')
  await figures.first().waitFor()
  const widths = await figures.evaluateAll((all) => all.map((each) => each.offsetWidth))
  assert.equal(new Set(widths).size, 1, `${widths}`)
  assert.equal(widths.length, 3)
})

async function save(keys, section) {
  await keys.press(section.getByRole('button', { name: 'Save' }))
  await section.getByText('Saved.').waitFor()
}
