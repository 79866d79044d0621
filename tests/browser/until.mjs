// Waiting for what no page shows, or not yet.
import assert from 'node:assert/strict'
import { setTimeout as pass } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 100

/** What *look* finds, once *isThere* says that it is what was waited for. */
export async function until(look, isThere) {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (isThere(found)) return found
    if (Date.now() > end) assert.fail(`still ${JSON.stringify(found)}`)
    await pass(LOOK_AGAIN_MS)
  }
}
