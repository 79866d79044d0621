// What an applicant learns, and a certificate of it.
import assert from 'node:assert/strict'
import { looksRightInBothSchemes } from './page.mjs'

/** Looks into each module, begins the tour, and completes the one that needs no time; it is left at the training. */
export async function learn(page) {
  const card = (title) => page.getByRole('article', { name: title })
  const back = page.getByRole('button', { name: 'All modules' })

  await card('Safety basics').getByRole('button').click()
  await page.getByRole('region', { name: 'Slide 1 of 15' }).waitFor()
  await looksRightInBothSchemes(page)
  assert.ok(await page.getByRole('button', { name: 'Complete Module' }).isDisabled())
  await back.click()

  await openTour(card)
  const sample = page.getByRole('region', { name: 'Console with sample data' })
  await sample.getByRole('button', { name: 'Go Online' }).click()
  await page.getByText('Right: Go Online').waitFor()
  await looksRightInBothSchemes(page)
  await page.reload()
  await openTour(card)
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
  await page.goBack()
}

function openTour(card) {
  return card(/console/)
    .getByRole('button')
    .click()
}
