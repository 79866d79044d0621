import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  assertAccessible,
  fitsEveryScreen,
  homeIsComplete,
  SCREENS,
  total,
  visit,
  visitWithoutModules,
} from './page.mjs'
import { soakTest } from './soak.mjs'

const LARGEST_FIRST_LOAD = 180_000

/** What home asks the server for. What other screens ask for weighs in their chunks alone. */
const ASKED_AT_HOME = [
  '/api/v1/advertised-figures',
  '/api/v1/fares',
  '/api/v1/places/popular',
  '/api/v1/places/reverse',
  '/api/v1/places/suggestions',
  '/api/v1/places/{place_id}',
  '/api/v1/quotes/preview',
  '/api/v1/services',
  '/api/v1/status',
]

describe('home', () => {
  test('fits every screen and says nothing wrong on the console', async (t) => {
    const { page, complaints } = await visit(t, '/')
    await homeIsComplete(page)
    await fitsEveryScreen(page)
    assert.deepEqual(complaints, [])
  })

  for (const [name, screen] of Object.entries(SCREENS)) {
    const check = name === 'tablet' ? soakTest : test
    check(
      `nothing moves while it loads on a ${name}, and the picture of the city stands`,
      async (t) => {
        const { page } = await visit(t, '/', { screen })
        await homeIsComplete(page)
        await page.getByRole('img', { name: /Schematic map of New York/ }).waitFor()
        const pictures = await page.evaluate(() =>
          performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.webp')),
        )
        assert.deepEqual(
          pictures.map(({ name }) => /new-york-\w+/.exec(name)?.[0]),
          ['new-york-light'],
        )
        await page.waitForFunction(() => window.seen.largest)
        const seen = await page.evaluate(() => window.seen)
        assert.deepEqual(seen.shifts, [])
        t.diagnostic(`largest paint: ${seen.largest.tag} after ${Math.round(seen.largest.at)} ms`)
      },
    )
  }

  test('a font that comes after the first paint moves nothing', async (t) => {
    const before = (opened) =>
      opened.route('**/*.woff2', async (route) => {
        await opened.waitForFunction(() => performance.getEntriesByType('paint').length === 2)
        await route.continue()
      })
    const { page } = await visit(t, '/', { before })
    await homeIsComplete(page)
    assert.deepEqual((await page.evaluate(() => window.seen)).shifts, [])
  })

  test('a font that comes before the first paint is kept, on a phone too', async (t) => {
    const font = Promise.withResolvers()
    const before = async (opened) => {
      opened.on('requestfinished', (request) => {
        if (request.url().endsWith('.woff2')) font.resolve()
      })
      // Nothing is painted before this script has run.
      await opened.route('**/first-paint.js', async (route) => {
        await font.promise
        await route.continue()
      })
    }
    const { page } = await visit(t, '/', { before, screen: SCREENS.phone })
    await homeIsComplete(page)
    const kept = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    assert.deepEqual(kept, ['Inter Variable'])
  })

  test('offers both sizes at the prices of the server', async (t) => {
    const { page } = await visit(t, '/')
    await homeIsComplete(page)
    const services = page.getByRole('region', { name: /Two sizes/ })
    assert.match(await services.getByRole('article').nth(0).innerText(), /Small Items[\s\S]*\$35/)
    assert.match(await services.getByRole('article').nth(1).innerText(), /Large Items[\s\S]*\$80/)
  })

  test('needs no more than 180 kB of compressed JavaScript, and carries no other screen', async (t) => {
    const scripts = []
    const { page } = await visit(t, '/', {
      before: (opened) =>
        opened.on('response', (response) => {
          if (response.request().resourceType() === 'script') scripts.push(response)
        }),
    })
    await homeIsComplete(page)
    const bodies = await Promise.all(scripts.map((response) => response.body()))
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0)
    t.diagnostic(`first load: ${bytes} bytes of JavaScript in ${bodies.length} files`)
    assert.ok(bytes > 0 && bytes <= LARGEST_FIRST_LOAD, `${bytes} bytes`)
    const requested = bodies.join('\n').match(/\/api\/v1\/[a-z0-9_/{}-]*/g)
    assert.deepEqual([...new Set(requested)].sort(), ASKED_AT_HOME)
  })

  test('words, links and map stand before any script has come', async (t) => {
    const page = await visitWithoutModules(t, '/')
    await page.getByRole('heading', { name: /The price up front/ }).waitFor()
    await page.getByRole('img', { name: /Schematic map of New York/ }).waitFor()
    const link = page.getByRole('link', { name: 'Book a Service' }).first()
    assert.equal(await link.getAttribute('href'), '/book-service')
  })

  test('what is typed before any script has come is kept, with the place of the cursor', async (t) => {
    const { page } = await visit(t, '/terms')
    const scripts = Promise.withResolvers()
    await page.route(/\/assets\/.*\.js$/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const pickup = page.getByRole('combobox', { name: 'Pickup' })
    await pickup.click()
    await page.keyboard.type('350 5th')
    scripts.resolve()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.type(' ave')
    await page.getByRole('option', { name: /350 5th Ave.*New York/ }).waitFor()
    assert.equal(await pickup.inputValue(), '350 5th ave')
  })

  test('other pages too stand before any script has come, each as itself', async (t) => {
    const page = await visitWithoutModules(t, '/login')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com')
    await page.keyboard.press('Enter')
    assert.equal(new URL(page.url()).search, '', 'nobody sends the form of a still page')
    assert.equal(await page.getByRole('heading', { name: /The price up front/ }).count(), 0)
  })

  test('says which services are simulated', async (t) => {
    const { page } = await visit(t, '/')
    const status = await page.evaluate(() => fetch('/api/v1/status').then((r) => r.json()))
    const label = page.getByRole('button', { name: 'Simulated services' })
    if (status.simulated.length === 0) {
      assert.equal(await label.count(), 0)
      return
    }
    await label.click()
    const list = page.locator('#simulated-services li')
    await list.first().waitFor()
    assert.equal(await list.count(), status.simulated.length)
    await assertAccessible(page)
  })

  test('keeps the colors somebody chose', async (t) => {
    const { page } = await visit(t, '/')
    await page.getByRole('button', { name: 'Use dark colors' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Use light colors' }).waitFor()
    const chosen = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
    assert.equal(chosen, 'dark')
  })
})

describe('the price calculator', () => {
  test('moving a slider changes the total, and the lines add up', async (t) => {
    const { page } = await visit(t, '/')
    await homeIsComplete(page)
    const before = await total(page).innerText()
    const distance = page.getByRole('slider', { name: 'Distance' })
    await distance.scrollIntoViewIfNeeded()
    const track = await distance.locator('xpath=../..').boundingBox()
    await page.mouse.click(track.x + track.width * 0.6, track.y + track.height / 2)
    await total(page).filter({ hasNotText: before }).waitFor()
    const lines = await page
      .getByRole('region', { name: 'Fare' })
      .locator('dd')
      .evaluateAll((cells) =>
        cells.map((cell) => Math.round(Number(cell.innerText.slice(1)) * 100)),
      )
    const [base, miles, time, service, urgency, extras, subtotal, taxes] = lines
    assert.equal(urgency + extras, service)
    assert.equal(base + miles + time + service, subtotal)
    const shown = Math.round(Number((await total(page).innerText()).slice(1)) * 100)
    assert.equal(subtotal + taxes, shown)
  })

  test('every slider answers the keyboard', async (t) => {
    const { page } = await visit(t, '/')
    await homeIsComplete(page)
    for (const [name, key] of [
      ['Distance', 'ArrowRight'],
      ['Time', 'ArrowUp'],
      ['Weight', 'End'],
    ]) {
      const before = await total(page).innerText()
      const slider = page.getByRole('slider', { name })
      await slider.focus()
      await page.keyboard.press(key)
      await total(page).filter({ hasNotText: before }).waitFor()
    }
    const spoken = await page.getByRole('slider', { name: 'Weight' }).getAttribute('aria-valuetext')
    assert.equal(spoken, '500 lb')
  })

  soakTest('a failing server is shown as such, and Try Again recovers', async (t) => {
    const { page } = await visit(t, '/', {
      before: (opened) =>
        opened.route('**/api/v1/fares', (route) =>
          route.fulfill({ status: 503, contentType: 'text/plain', body: 'down' }),
        ),
    })
    const fare = page.getByRole('region', { name: 'Fare' })
    await fare.getByText('The price could not be calculated.').waitFor()
    await assertAccessible(page)
    await page.unroute('**/api/v1/fares')
    await fare.getByRole('button', { name: 'Try Again' }).click()
    await total(page).filter({ hasText: '$' }).waitFor()
  })

  soakTest('the services fail and recover on their own', async (t) => {
    const { page } = await visit(t, '/', {
      before: (opened) => opened.route('**/api/v1/services', (route) => route.abort()),
    })
    const services = page.getByRole('region', { name: /Two sizes/ })
    await services.getByRole('alert').waitFor()
    await page.unroute('**/api/v1/services')
    await services.getByRole('button', { name: 'Try Again' }).click()
    await services.getByRole('heading', { name: 'Large Items' }).waitFor()
  })

  soakTest('offline is said, shows no stale price, and ends by itself', async (t) => {
    const { page, context } = await visit(t, '/')
    await homeIsComplete(page)
    await context.setOffline(true)
    await page.getByText('You are offline. Everything goes on').waitFor()
    await page.getByRole('slider', { name: 'Time' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText('The price comes as soon as the connection is back').waitFor()
    assert.equal(await total(page).filter({ hasText: '$' }).count(), 0)
    await context.setOffline(false)
    await total(page).filter({ hasText: '$' }).waitFor()
    await page.getByText('You are offline. Everything goes on').waitFor({ state: 'detached' })
  })
})
