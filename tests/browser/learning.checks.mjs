import assert from 'node:assert/strict'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe } from 'node:test'
import { fileURLToPath } from 'node:url'
import { mouseActions } from './actions.mjs'
import { register } from './customer.mjs'
import { visit } from './page.mjs'
import { demonstration, folder } from './servers.mjs'
import { soakTest } from './soak.mjs'

const MOVED_CLOCK = fileURLToPath(new URL('moved_clock', import.meta.url))
/** As often as a page says that it is still there. */
const BEAT_S = 10
const LESSONS = [
  { title: 'Safety basics', minutes: 12 },
  { title: 'Customer service', minutes: 16 },
]

describe('the lessons', () => {
  soakTest('are watched to their end by the clock of the server, in one window', async (t) => {
    const clock = await movedClock()
    const { base } = await demonstration(t, clock.settings)
    t.after(clock.remove)
    const { page, complaints } = await visit(t, '/register', {
      base,
      before: (opened) => opened.clock.install(),
    })
    await register(page, mouseActions(page))
    await page.goto('/drive-with-us?step=3')
    await page.getByRole('button', { name: 'Start Application' }).click()
    await page.getByLabel('First Name').waitFor()
    await page.goto('/drive-with-us?step=6')
    await takeOverAndBack(page, clock)
    complaints.length = 0
    for (const { title, minutes } of LESSONS) {
      await open(page, title)
      const complete = page.getByRole('button', { name: 'Complete Module' })
      await page.getByText(`of ${minutes} minutes watched`).waitFor()
      await watch(page, clock, (minutes * 60) / BEAT_S - 1)
      assert.ok(await complete.isDisabled(), 'a heartbeat is missing')
      await watch(page, clock, 1)
      await page.getByText('Everything is watched that has to be.').waitFor()
      await complete.click()
      await page.getByRole('article', { name: title }).getByText('Completed').waitFor()
    }
    assert.deepEqual(complaints, [])
  })
})

async function open(page, title) {
  const watching = page.waitForResponse(/\/training\/[a-z-]+\/watch$/)
  await page.getByRole('article', { name: title }).getByRole('button').first().click()
  assert.equal((await watching).status(), 200)
}

/** Of two windows the one that was opened last counts, until the other one goes on; a minute between counts for neither. */
async function takeOverAndBack(page, clock) {
  const [{ title }] = LESSONS
  await open(page, title)
  const other = await page.context().newPage()
  await other.goto('/drive-with-us?step=6')
  await open(other, title)
  await other.close()
  await clock.ahead(60)
  const refused = page.waitForResponse(/\/heartbeat$/)
  await page.clock.runFor(BEAT_S * 1_000)
  assert.equal((await refused).status(), 409)
  await page.getByText('This training goes on in another window').waitFor()
  await page.getByRole('button', { name: 'All modules' }).click()
}

/** So many heartbeats, with the time between them gone by in the page and at the server. */
async function watch(page, clock, beats) {
  for (let beat = 0; beat < beats; beat += 1) {
    const answered = page.waitForResponse(/\/heartbeat$/)
    await clock.ahead(BEAT_S)
    await page.clock.runFor(BEAT_S * 1_000)
    assert.equal((await answered).status(), 200)
  }
}

async function movedClock() {
  const place = await folder()
  const file = join(place.path, 'ahead')
  let seconds = 0
  const write = async () => {
    // The server never reads half of it.
    await writeFile(`${file}.new`, `${seconds}`)
    await rename(`${file}.new`, file)
  }
  await write()
  return {
    settings: { PYTHONPATH: MOVED_CLOCK, HAULAGE_TEST_AHEAD: file },
    remove: place.remove,
    ahead: async (more) => {
      seconds += more
      await write()
    },
  }
}
