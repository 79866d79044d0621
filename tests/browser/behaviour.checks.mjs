import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible, assertNoSidewaysScroll, SCREENS, visit } from './page.mjs'
import { soakTest } from './soak.mjs'

const PASSWORD = 'Haulage-demo-1'
const PANEL = '/driver-dashboard?tab=performance-analytics'

/** Sample drivers who have driven in the past week; nobody else signs in as these. */
const WISHES = [
  { check: test, email: 'grace.adeyemi@haulage.example', screen: SCREENS.phone, scheme: 'dark' },
  { check: soakTest, email: 'wei.zhang@haulage.example', screen: SCREENS.desktop, scheme: 'light' },
]

describe('performance analytics', () => {
  for (const { check, email, ...wishes } of WISHES) {
    const where = `${wishes.screen.width} px, ${wishes.scheme}`
    check(`a driver reads how they drove and contests an event (${where})`, async (t) => {
      const { page, complaints } = await visit(t, `/login?next=${encodeURIComponent(PANEL)}`, {
        ...wishes,
        maps: true,
      })
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByRole('img', { name: /^Safety: \d+ of 100$/ }).waitFor()
      await page.getByRole('table', { name: 'Overall score by day' }).waitFor()
      await assertAccessible(page)

      await page.getByRole('tab', { name: 'Events' }).click()
      const analytics = page.getByRole('region', { name: 'Performance Analytics' })
      // What was overviewed before may still stand there.
      const opens = page.locator('button[aria-expanded]')
      await analytics
        .getByRole('article')
        .filter({ has: opens })
        .first()
        .getByRole('button')
        .first()
        .click()
      // Whoever drives meanwhile has newer events above it soon.
      const place = page.getByRole('region', { name: /^Where it happened: / })
      const event = analytics.getByRole('article').filter({ has: place })
      await event.waitFor()
      await event.getByRole('img', { name: /^Speed from \d+ to \d+ mph/ }).waitFor()
      await assertAccessible(page)

      await event.getByRole('button', { name: 'Appeal this event' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('A child ran into the street.')
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Send Contest' }).click()
      await event.getByText('Appealed, waiting for a decision').waitFor()

      await page.getByRole('tab', { name: 'AI Insights' }).click()
      await assertAccessible(page)
      await page.reload()
      await page.getByRole('tab', { name: 'AI Insights', selected: true }).waitFor()
      await assertNoSidewaysScroll(page)
      await beOffline(page)
      assert.deepEqual(complaints, [])
    })
  }
})

/**
 * Whoever has a driver's dashboard open drives by themselves, and others' checks book who is driven.
 * Somebody may have left the driver offline before.
 */
async function beOffline(page) {
  await page.goto('/driver-dashboard')
  const main = page.getByRole('main')
  await main.getByText(/^You are (ONLINE and available|OFFLINE)$/).waitFor()
  const goOffline = main.getByRole('button', { name: 'Go Offline' }).first()
  if (await goOffline.isVisible()) await goOffline.click()
  await main.getByText('You are OFFLINE').waitFor()
}
