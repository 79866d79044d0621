import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible, SCREENS, visit } from './page.mjs'

const PASSWORD = 'Haulage-demo-1'
const PANEL = '/driver-dashboard?tab=performance-analytics'

/** Sample drivers who have driven in the past week; nobody else signs in as these. */
const WISHES = [
  { email: 'grace.adeyemi@haulage.example', screen: SCREENS.phone, scheme: 'dark' },
  { email: 'wei.zhang@haulage.example', screen: SCREENS.desktop, scheme: 'light' },
]

describe('performance analytics', () => {
  for (const { email, ...wishes } of WISHES) {
    const where = `${wishes.screen.width} px, ${wishes.scheme}`
    test(`a driver reads how they drove and contests an event (${where})`, async (t) => {
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
      const event = page.getByRole('article').first()
      await event.getByRole('button').first().click()
      await event.getByRole('region', { name: /^Where it happened: / }).waitFor()
      await event.getByRole('img', { name: /^Speed from \d+ to \d+ mph/ }).waitFor()
      await assertAccessible(page)

      await event.getByRole('button', { name: 'Contest this event' }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('A child ran into the street.')
      await assertAccessible(page)
      await page.getByRole('button', { name: 'Send Contest' }).click()
      await event.getByText('Contested, waiting for a decision').waitFor()

      await page.getByRole('tab', { name: 'AI Insights' }).click()
      await assertAccessible(page)
      await page.reload()
      await page.getByRole('tab', { name: 'AI Insights', selected: true }).waitFor()
      const { scrolled, shown } = await page.evaluate(() => ({
        scrolled: document.documentElement.scrollWidth,
        shown: document.documentElement.clientWidth,
      }))
      assert.ok(scrolled <= shown, 'the page is wider than the screen')

      // Whoever has a driver's dashboard open drives by themselves: others' checks book who is driven.
      await page.goto('/driver-dashboard')
      await page.getByRole('main').getByRole('button', { name: 'Go Offline' }).first().click()
      await page.getByText('You are now offline and will not receive new requests.').waitFor()
      assert.deepEqual(complaints, [])
    })
  }
})
