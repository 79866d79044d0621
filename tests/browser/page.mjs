// Opens pages of the application under test and writes down everything they complain about.
import assert from 'node:assert/strict'
import { fromUi, launchChromium } from './chromium.mjs'

const { AxeBuilder } = fromUi('@axe-core/playwright')

export const BASE = process.env.HAULAGE_URL
assert.ok(BASE, 'HAULAGE_URL names the server under test, for example http://127.0.0.1:8000')

export const SCREENS = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
}
const NARROWEST = { width: 320, height: 640 }
const SMALL_DESKTOP = { width: 1024, height: 768 }

/** A map that starts without a graphics card holds a busy machine up for seconds. */
const PATIENCE_MS = 30_000

/** Looked at by the clock: a busy machine gives a page few frames. */
const LOOK_AGAIN_MS = 20

let browser

export async function startBrowser() {
  browser = await launchChromium()
}

export async function stopBrowser() {
  await browser?.close()
}

/**
 * A fresh visitor at *path*. The page has `complaints`: console errors, uncaught exceptions and
 * breaches of the content security policy, in the order they came.
 *
 * Without a graphics card a map that moves keeps a processor busy: only who asks for `maps` has them.
 */
export async function visit(t, path, options = {}) {
  const {
    screen = SCREENS.desktop,
    scheme = 'light',
    touch = false,
    base = BASE,
    maps = false,
    before,
  } = options
  const context = await browser.newContext({
    baseURL: base,
    viewport: screen,
    hasTouch: touch,
    isMobile: touch,
    colorScheme: scheme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  t.after(async () => {
    // An answer that a check was just changing would come to a page that is gone.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  })
  page.setDefaultTimeout(PATIENCE_MS)
  const complaints = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.exposeBinding('reportBreach', (_source, text) => complaints.push(text))
  await page.addInitScript(watchThePage)
  if (!maps) await page.addInitScript(drawNoMaps)
  await before?.(page)
  const response = await goTo(page, path)
  return { page, context, complaints, response }
}

/** Opens another address, and waits until the page lives. */
export async function goTo(page, path) {
  const response = await page.goto(path)
  // The still page that the server sends has given way to the living one.
  await page.waitForFunction(() => !document.querySelector('[data-still]'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  return response
}

/** Home or another address as it stands before, or without, any script of ours. */
export async function visitWithoutModules(t, path) {
  const context = await browser.newContext({ baseURL: BASE, viewport: SCREENS.desktop })
  t.after(() => context.close())
  const page = await context.newPage()
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.goto(path)
  return page
}

// Runs in the page: what every map asks for first.
function drawNoMaps() {
  delete window.WebGL2RenderingContext
}

// Runs in the page, before anything of the page's own.
function watchThePage() {
  document.addEventListener('securitypolicyviolation', (event) => {
    window.reportBreach(`CSP: ${event.effectiveDirective} refused ${event.blockedURI}`)
  })
  window.seen = { shifts: [], largest: null }
  // In words, for whoever reads why a check failed.
  const whatMoved = ({ sources }) =>
    sources.map(({ node, previousRect: from, currentRect: to }) => {
      const text = node?.textContent.trim().slice(0, 40)
      const places = [from, to].map(({ x, y, width, height }) =>
        [x, y, width, height].map(Math.round),
      )
      return `${node?.nodeName} "${text}" ${places.join(' to ')}`
    })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!entry.hadRecentInput) window.seen.shifts.push({ by: entry.value, of: whatMoved(entry) })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    const last = list.getEntries().at(-1)
    window.seen.largest = { at: last.startTime, tag: last.element?.tagName, size: last.size }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

/** Home has said everything it has to say: services and both prices have come. */
export async function homeIsComplete(page) {
  await page.getByRole('heading', { name: 'Small Items' }).waitFor()
  await page.getByRole('link', { name: /Example: .*\$/ }).waitFor()
  await total(page).filter({ hasText: '$' }).waitFor()
  await page.evaluate(() => document.fonts.ready)
}

/** Whatever was asked for has come: nothing holds its place any more. */
export function isLoaded(page) {
  return page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root'), null, {
    polling: LOOK_AGAIN_MS,
  })
}

export function total(page) {
  return page.getByRole('region', { name: 'Fare' }).getByRole('status', { name: 'Total' })
}

/** Of a picture, in its own pixels, once it has come: being laid out says nothing of that. */
export function widthDecoded(picture) {
  return picture.evaluate(async (image) => {
    await image.decode()
    return image.naturalWidth
  })
}

/** What axe has found right, by color scheme: a screen is looked at anew only where it shows something else. */
const foundRight = new Map()

export async function assertAccessible(page) {
  const { scheme, kinds } = await page.evaluate(whatIsShown)
  const known = foundRight.get(scheme) ?? new Set()
  if (kinds.every((kind) => known.has(kind))) return
  // It sums up in a page of its own, behind which this one falls asleep for seconds; without frames of
  // other sites there is no need. And of all that is right it would write down every element.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(page.frames().length === 1)
    .options({ resultTypes: ['violations'] })
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  assert.deepEqual(found, [])
  foundRight.set(scheme, known.union(new Set(kinds)))
}

// Runs in the page. Its elements by all that axe judges but their words, and the order of its parts.
function whatIsShown() {
  const kinds = new Set()
  const parts = []
  for (const element of document.querySelectorAll('*')) {
    if (!element.checkVisibility()) continue
    const attributes = element.getAttributeNames().map((name) => {
      const isOfItsOwn = /^(id|for|href|src|name|value|style|d|aria-(label|.*by|controls))$/.test(
        name,
      )
      return isOfItsOwn ? name : `${name}=${element.getAttribute(name).replaceAll(/\d+/g, '0')}`
    })
    const { color, backgroundColor } = getComputedStyle(element)
    const hasWords = [...element.childNodes].some((it) => it.nodeType === 3 && it.data.trim())
    const { localName } = element
    kinds.add([localName, ...attributes.sort(), hasWords && [color, backgroundColor]].join(' '))
    if (/^(h\d|main|nav|header|footer|section|form|dialog)$/.test(localName)) parts.push(localName)
  }
  const scheme = document.documentElement.dataset.mantineColorScheme
  return { scheme, kinds: [...kinds, parts.join(' ')] }
}

/** Asks for light or dark, and waits until the page wears it. */
export async function wear(page, scheme) {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
  await page.waitForFunction(isWornWhole, scheme, { polling: LOOK_AGAIN_MS })
}

// Runs in the page. Colors on their way from one scheme to the other have no contrast to speak of.
function isWornWhole(scheme) {
  return (
    document.documentElement.dataset.mantineColorScheme === scheme &&
    !document.getAnimations().some((animation) => animation instanceof CSSTransition)
  )
}

export async function assertNoSidewaysScroll(page) {
  // A page that was wide a moment ago is not narrow at once; one that never fits is told below.
  await page
    .waitForFunction(fitsItsScreen, null, { polling: LOOK_AGAIN_MS, timeout: 5_000 })
    .catch(() => {})
  const { content, screen } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }))
  assert.ok(content <= screen, `the page is ${content} px wide on a screen of ${screen} px`)
}

// Runs in the page.
function fitsItsScreen() {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth <= clientWidth
}

/** A page that is changed stays as it is meanwhile: same screen, same colors. */
export async function looksRightAsWorn(page) {
  await assertAccessible(page)
  await assertNoSidewaysScroll(page)
}

/** The colors change, the screen stays. */
export async function looksRightInBothSchemes(page) {
  for (const scheme of ['dark', 'light']) {
    await wear(page, scheme)
    await assertAccessible(page)
  }
  await assertNoSidewaysScroll(page)
}

/** Dark on a phone, light on a desktop, and nothing wider than the narrowest phone; it is left light. */
export async function looksRight(page) {
  const found = page.viewportSize()
  for (const [scheme, screen] of [
    ['dark', SCREENS.phone],
    ['light', SCREENS.desktop],
  ]) {
    await page.setViewportSize(screen)
    await wear(page, scheme)
    await looksRightAsWorn(page)
  }
  await page.setViewportSize(NARROWEST)
  await assertNoSidewaysScroll(page)
  await page.setViewportSize(found)
}

/** From the narrowest phone to a desktop; it is left on the screen it was found on. */
export async function fitsEveryScreen(page) {
  const found = page.viewportSize()
  for (const screen of [NARROWEST, ...Object.values(SCREENS), SMALL_DESKTOP]) {
    await page.setViewportSize(screen)
    await assertNoSidewaysScroll(page)
  }
  await page.setViewportSize(found)
}
