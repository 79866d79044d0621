import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { mouseActions, touchActions } from './actions.mjs'
import { signIn } from './customer.mjs'
import { assertAccessible, looksRight, SCREENS, visit } from './page.mjs'
import { wordsOf } from './pdf.mjs'

/** A sample driver who has earned something. */
const DRIVER = { email: 'driver@haulage.example', password: 'Haulage-demo-1' }

describe('a driver’s taxes', () => {
  test('an expense by photo and a Form W-9, by touch', async (t) => {
    const { page, complaints } = await visit(
      t,
      '/login?next=/driver-dashboard?tab=tax-center%26tax=expenses',
      { screen: SCREENS.phone, touch: true, scheme: 'dark' },
    )
    const actions = touchActions(page)
    await signIn(page, actions, DRIVER)
    await page.goto('/driver-dashboard?tab=tax-center&tax=expenses')
    await addExpenseByPhoto(page, actions, 'Straps')

    await actions.press(page.getByRole('tab', { name: 'Tax Documents' }))
    await actions.press(page.getByRole('button', { name: /Form W-9/ }))
    const form = page.getByRole('dialog', { name: 'Form W-9' })
    await actions.write(form.getByLabel('Street address'), '12 Pine Street')
    await actions.write(form.getByLabel('Social Security number'), '219-09-9999')
    await actions.write(form.getByLabel('Sign with your name'), 'Ann Example')
    await assertAccessible(page)
    await looksRight(page)
    await actions.press(form.getByRole('button', { name: 'Sign Form W-9' }))
    await form.waitFor({ state: 'detached' })
    await page.getByText(/12 Pine Street/).waitFor()
    assert.equal(await page.getByText('219-09').count(), 0)
    await looksRight(page)
    await readCopyOfForm(page, actions)
    await looksRight(page)
    assert.deepEqual(complaints, [])
  })

  test('an expense by photo, and a copy of Form 1099 read back, on a desktop', async (t) => {
    const { page, complaints } = await visit(t, '/login?next=/driver-dashboard?tab=tax-center')
    const actions = mouseActions(page)
    await signIn(page, actions, DRIVER)
    await page.goto('/driver-dashboard?tab=tax-center&tax=expenses')
    await addExpenseByPhoto(page, actions, 'Blankets')
    await looksRight(page)
    await readCopyOfForm(page, actions)
    await assertAccessible(page)
    await looksRight(page)
    assert.deepEqual(complaints, [])
  })
})

/** With a photo of its receipt. */
async function addExpenseByPhoto(page, actions, description) {
  await actions.press(page.getByRole('button', { name: 'Add Expense' }))
  const expense = page.getByRole('dialog', { name: 'Add Expense' })
  await actions.write(expense.getByLabel('Amount'), '12.34')
  await actions.write(expense.getByLabel('Description'), description)
  await expense.locator('input[type=file]').setInputFiles({
    name: 'receipt.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  await actions.press(expense.getByRole('button', { name: 'Add Expense' }))
  await expense.waitFor({ state: 'detached' })
  await page.getByText(description).first().waitFor()
}

/** The recipient's copy as it is made, saved and read: the number's last digits are there and no more. */
async function readCopyOfForm(page, actions) {
  await actions.press(page.getByRole('button', { name: 'Generate 1099-NEC' }))
  const download = page.getByRole('button', { name: /^Download PDF: Form 1099-NEC/ }).first()
  await download.waitFor()
  const [saved] = await Promise.all([page.waitForEvent('download'), actions.press(download)])
  const words = wordsOf(await readFile(await saved.path()))
  assert.match(words, /Recipient copy, not for filing\./)
  assert.match(words, /RECIPIENT'S TIN XXX-XX-9999/)
  assert.match(words, /4 Federal income tax withheld \$/)
}
