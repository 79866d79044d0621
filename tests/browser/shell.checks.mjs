import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertAccessible,
  assertNoSidewaysScroll,
  goTo,
  homeIsComplete,
  looksRight,
  SCREENS,
  visit,
} from './page.mjs'
import { routes } from './routes.mjs'

const NOWHERE = ['/no-such-page', '/track', '/dashboard/deeper/still']
const NOT_FOUND = ['Failed to load resource: the server responded with a status of 404 (Not Found)']
/** Where the browser says so: of such an address, and of a page that asks for something that there is not. */
const SAID = [...NOWHERE, '/certificates/demo']
const SCHEMES = ['light', 'dark']

describe('every route', { concurrency: 2 }, () => {
  // One page for many of them: to load the application anew costs more than to look at it.
  for (const [place, scheme] of SCHEMES.entries()) {
    test(`is accessible and quiet, and every second one comes in ${scheme} first`, async (t) => {
      const { page, complaints } = await visit(t, '/terms', { scheme })
      const nowhere = page.getByRole('heading', { name: 'There is no page at this address' })
      const paths = [...routes(), ...NOWHERE].filter((_, at) => at % SCHEMES.length === place)
      for (const path of paths) {
        await t.test(path, async () => {
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
          const response = await goTo(page, path)
          if (path === '/') await homeIsComplete(page)
          const isNowhere = NOWHERE.includes(path)
          assert.equal(await nowhere.count(), isNowhere ? 1 : 0)
          assert.equal(response.status(), isNowhere ? 404 : 200)
          assert.match(await page.title(), /. · haulage$/)
          await looksRight(page)
          assert.deepEqual(complaints.splice(0), SAID.includes(path) ? NOT_FOUND : [])
        })
      }
    })
  }

  test('the answer carries a content security policy that starts from nothing', async (t) => {
    const { response } = await visit(t, '/')
    const policy = (await response.allHeaders())['content-security-policy'] ?? ''
    assert.match(policy, /default-src 'none'/)
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/)
  })

  test('a screen that is not there leads home', async (t) => {
    const { page } = await visit(t, '/no-such-page')
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.getByRole('heading', { name: /The price up front/ }).waitFor()
  })
})

describe('the sheet of a tracked order on a phone', () => {
  test('scrolls wherever it is touched', async (t) => {
    const { page } = await visit(t, '/track/demo', { screen: SCREENS.phone })
    const title = page.getByRole('heading', { name: 'Track Order' })
    await title.hover()
    await page.mouse.wheel(0, 400)
    await page.waitForFunction(() => window.scrollY > 0)
  })
})

describe('the header', () => {
  test('leads where it says', async (t) => {
    const { page } = await visit(t, '/')
    for (const [name, address] of [
      ['Book Now', '/book-service'],
      ['Track', '/track/demo'],
      ['Drive', '/drive-with-us'],
      ['Admin', '/admin'],
      ['Login', '/login'],
      ['Sign Up', '/register'],
    ]) {
      await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
      await page.waitForURL(`**${address}`)
    }
  })

  test('the skip link is the first stop and leads past the menu', async (t) => {
    const { page } = await visit(t, '/')
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to content')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id === 'main-content')
    await page.keyboard.press('Tab')
    const pickup = page.getByRole('combobox', { name: 'Pickup' })
    assert.equal(await pickup.evaluate((field) => field === document.activeElement), true)
  })

  test('the phone menu opens, keeps the focus, and closes by keyboard', async (t) => {
    const { page } = await visit(t, '/', { screen: SCREENS.phone })
    const opener = page.getByRole('button', { name: 'Open menu' })
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await menu.waitFor()
    await assertAccessible(page)
    await assertNoSidewaysScroll(page)
    const stops = new Set()
    for (let press = 0; press < 7; press += 1) {
      stops.add(await focused(page))
      await page.keyboard.press('Tab')
    }
    for (const stop of ['Book Now', 'Track', 'Drive', 'Admin', 'Login', 'Sign Up']) {
      assert.ok(stops.has(stop), `${stop} is not among ${[...stops].join(', ')}`)
    }
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    assert.equal(await opener.evaluate((button) => button === document.activeElement), true)
  })

  test('a link in the phone menu goes there and closes the menu', async (t) => {
    const { page } = await visit(t, '/', { screen: SCREENS.phone })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Drive' }).click()
    await page.waitForURL('**/drive-with-us')
    await menu.waitFor({ state: 'hidden' })
  })

  test('what a finger must hit is at least 44 px high', async (t) => {
    const { page } = await visit(t, '/', { screen: SCREENS.phone })
    await homeIsComplete(page)
    const small = await page
      .locator('main a, main button, header a, header button, footer a')
      .evaluateAll((targets) =>
        targets
          .filter((target) => target.checkVisibility() && !target.hasAttribute('popovertarget'))
          .map((target) => [target.innerText, target.getBoundingClientRect().height])
          .filter(([, height]) => height < 43.5),
      )
    assert.deepEqual(small, [])
  })
})

function focused(page) {
  return page.evaluate(() => document.activeElement?.textContent)
}
