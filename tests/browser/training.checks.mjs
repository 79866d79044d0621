import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keyboardActions } from './actions.mjs'
import { register } from './customer.mjs'
import { looksRightInBothSchemes, SCREENS, visit } from './page.mjs'

describe('training', () => {
  test('an applicant learns on a phone, and a certificate is verified', async (t) => {
    const { page, complaints } = await visit(t, '/register', { screen: SCREENS.phone })
    await register(page, keyboardActions(page))
    await page.goto('/drive-with-us?step=3')
    await page.getByRole('button', { name: 'Start Application' }).click()
    await page.getByLabel('First Name').waitFor()
    await page.goto('/drive-with-us?step=6')
    const card = (title) => page.getByRole('article', { name: title })
    const back = page.getByRole('button', { name: 'All modules' })

    await card('Safety basics').getByRole('button').click()
    await page.getByRole('region', { name: 'Slide 1 of 15' }).waitFor()
    await looksRightInBothSchemes(page)
    assert.ok(await page.getByRole('button', { name: 'Complete Module' }).isDisabled())
    await back.click()

    await card(/console/)
      .getByRole('button')
      .click()
    const sample = page.getByRole('region', { name: 'Console with sample data' })
    await sample.getByRole('button', { name: 'Go Online' }).click()
    await page.getByText('Right: Go Online').waitFor()
    await looksRightInBothSchemes(page)
    await page.reload()
    await card(/console/)
      .getByRole('button')
      .click()
    await page.getByText('Task 2 of 10').waitFor()
    await back.click()

    await card('Safety quiz').getByRole('button').click()
    await page.getByText('Question 1 of 3').waitFor()
    await looksRightInBothSchemes(page)
    await page.getByRole('button', { name: 'Close' }).click()

    await card('Vehicle inspection').getByRole('button').click()
    await page.getByRole('checkbox').first().waitFor()
    for (const part of await page.getByRole('checkbox').all()) await part.check()
    await page.getByRole('button', { name: 'Complete Module' }).click()
    await looksRightInBothSchemes(page)
    await page.getByRole('link', { name: /^Verify/ }).click()
    await page.getByText('This certificate is genuine.').waitFor()
    await looksRightInBothSchemes(page)
    assert.deepEqual(complaints, [])
  })
})
