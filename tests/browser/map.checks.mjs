import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertAccessible, homeIsComplete, SCREENS, visit } from './page.mjs'
import { soakTest } from './soak.mjs'

/** Without a graphics card the first picture of a map takes seconds, on a busy machine many. */
const STARTING_MS = 60_000

/** Maps keep what they drew, so that it can be looked at afterwards. */
function keepingPictures(page) {
  return page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
      return getContext.call(this, kind, { ...options, preserveDrawingBuffer: true })
    }
  })
}

function withoutWebGL(page) {
  return page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (kind, options) {
      return kind.startsWith('webgl') ? null : getContext.call(this, kind, options)
    }
  })
}

/** How many colours the map has: a blank one has one. */
function coloursOf(map) {
  return map.evaluate((canvas) => {
    const drawing = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
    drawing.drawImage(canvas, 0, 0)
    const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
    const colours = new Set()
    for (let at = 0; at < data.length; at += 4) {
      colours.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2])
    }
    return colours.size
  })
}

async function touchTheMap(page) {
  await page.mouse.move(384, 200)
  await page.mouse.down()
  await page.mouse.up()
}

describe('the living map on the home page', () => {
  for (const [scheme, check] of [
    ['light', test],
    ['dark', soakTest],
  ]) {
    check(`takes the place of the picture when touched, in ${scheme}`, async (t) => {
      const { page, complaints } = await visit(t, '/', {
        scheme,
        screen: SCREENS.tablet,
        maps: true,
        before: keepingPictures,
      })
      await homeIsComplete(page)
      assert.equal(await page.locator('canvas').count(), 0)
      await touchTheMap(page)
      await page.locator('[data-alive]').waitFor({ timeout: STARTING_MS })
      const colours = await coloursOf(page.locator('canvas'))
      t.diagnostic(`${colours} colours`)
      assert.ok(colours > 40, `${colours} colours`)
      await assertAccessible(page)
      assert.deepEqual(complaints, [])
    })
  }

  test('stays a picture where no map can be drawn', async (t) => {
    const { page, complaints } = await visit(t, '/', {
      screen: SCREENS.tablet,
      maps: true,
      before: withoutWebGL,
    })
    await homeIsComplete(page)
    await touchTheMap(page)
    await page.locator('[aria-label^="Living map"]').waitFor({ state: 'attached' })
    assert.equal(await page.getByText('Map Preview').count(), 0)
    assert.equal(await page.locator('canvas').count(), 0)
    assert.deepEqual(complaints, [])
  })
})
