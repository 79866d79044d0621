// Chromium. It comes with `npm ci` in ui/; CHROME_PATH overrides it.
import { spawnSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

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
  if (spawnSync(unpacked, ['--version']).status !== 0) {
    // A copy left by a run that was stopped halfway is truncated and never starts.
    await rm(unpacked)
    await chromium.executablePath()
  }
  await findFonts(join(dirname(unpacked), 'fonts'))
  return unpacked
}

/**
 * What is unpacked beside it says that its fonts lie in /tmp, wherever they do. Without any font a text
 * whose own has not come yet has no size, now and then for good, and the browser ends where it needs one.
 */
async function findFonts(folder) {
  const file = join(folder, 'fonts.conf')
  const found = await readFile(file, 'utf8')
  if (found.includes(folder)) return
  const config = found.replaceAll('/tmp/fonts', folder)
  if (!config.includes(folder)) throw new Error(`${file} names no folder of fonts`)
  await writeFile(file, config)
}

export async function launchChromium() {
  const playwright = fromUi('playwright-core')
  return playwright.chromium.launch({
    executablePath: process.env.CHROME_PATH ?? (await bundledChromium()),
    args: ARGUMENTS,
  })
}
