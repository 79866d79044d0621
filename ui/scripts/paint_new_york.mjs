// Paints what draw_new_york.py drew, in the Chromium of the browser tests.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { launchChromium } from '../../tests/browser/chromium.mjs'

const WIDTH = 1600
const HEIGHT = 1000
const QUALITY = 0.6

const drawn = new URL('drawn/', import.meta.url)
const city = new URL('../src/shared/city/', import.meta.url)

const browser = await launchChromium()
const page = await browser.newPage()
for (const scheme of ['light', 'dark']) {
  const svg = await readFile(new URL(`new-york-${scheme}.svg`, drawn), 'utf8')
  const painted = await page.evaluate(
    async ({ svg, width, height, quality }) => {
      const image = new Image()
      image.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`
      await image.decode()
      const canvas = new OffscreenCanvas(width, height)
      canvas.getContext('2d').drawImage(image, 0, 0, width, height)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    { svg, width: WIDTH, height: HEIGHT, quality: QUALITY },
  )
  await writeFile(new URL(`new-york-${scheme}.webp`, city), Uint8Array.from(painted))
  console.log(`new-york-${scheme}.webp: ${painted.length} bytes`)
}
await browser.close()
await rm(drawn, { recursive: true })
