// Paints the icons of the installed console from the mark, in the Chromium of the browser tests.
import { readFile, writeFile } from 'node:fs/promises'
import { launchChromium } from '../../tests/browser/chromium.mjs'

const GREEN = '#15784b'
const folder = new URL('../public/', import.meta.url)
const mark = await readFile(new URL('favicon.svg', folder), 'utf8')

/** A launcher may cut an icon to a circle: the mark then stands on green to every edge. */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 1 },
  { name: 'icon-512.png', size: 512, share: 1 },
  { name: 'icon-maskable-512.png', size: 512, share: 0.78, ground: GREEN },
  { name: 'apple-touch-icon.png', size: 180, share: 0.9, ground: GREEN },
]

const browser = await launchChromium()
const page = await browser.newPage()
for (const { name, size, share, ground = null } of ICONS) {
  const painted = await page.evaluate(paint, { mark, size, share, ground })
  await writeFile(new URL(name, folder), Uint8Array.from(painted))
  console.log(`${name}: ${painted.length} bytes`)
}
await browser.close()

// Runs in the page.
async function paint({ mark, size, share, ground }) {
  const image = new Image()
  const sized = mark.replace('<svg ', `<svg width="${size}" height="${size}" `)
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(sized)}`
  await image.decode()
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')
  if (ground) {
    context.fillStyle = ground
    context.fillRect(0, 0, size, size)
  }
  const part = size * share
  context.drawImage(image, (size - part) / 2, (size - part) / 2, part, part)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  return [...new Uint8Array(await blob.arrayBuffer())]
}
