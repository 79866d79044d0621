// Chromium. It comes with `npm ci` in ui/; CHROME_PATH overrides it.
import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'

/** The browser tests have no package of their own: what they use is pinned in ui/package.json. */
export const fromUi = createRequire(new URL('../../ui/package.json', import.meta.url))

// The package unpacks its own NSS and expat only where it believes to be on Lambda, and it decides
// that while it is imported. Its default arguments are for Lambda too, so they are not used. Maps are
// drawn by SwiftShader; pages are not, which would hold the browser up for a second at each visit's end.
const ARGUMENTS = [
  '--no-sandbox',
  '--headless=shell',
  '--no-zygote',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
]

/** Where it lies. It is unpacked by the first call; two at once would write over each other. */
export async function bundledChromium() {
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x'
  const { default: chromium } = fromUi('@sparticuz/chromium')
  const unpacked = await chromium.executablePath()
  if (spawnSync(unpacked, ['--version']).status === 0) return unpacked
  // A copy left by a run that was stopped halfway is truncated and never starts.
  await rm(unpacked)
  return chromium.executablePath()
}

export async function launchChromium() {
  const playwright = fromUi('playwright-core')
  return playwright.chromium.launch({
    executablePath: process.env.CHROME_PATH ?? (await bundledChromium()),
    args: ARGUMENTS,
  })
}
