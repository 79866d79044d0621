import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe } from 'node:test'
import { soakTest } from './soak.mjs'

/** Far more than it takes to read every file of checks and to find no such name in them. */
const PATIENCE_MS = 60_000

describe('a run of chosen checks', () => {
  for (const name of ['accounts', 'journeys', 'otherJourneys', 'ownServers', 'screens']) {
    const file = `${name}.test.mjs`
    soakTest(`of ${file} ends by itself`, async () => {
      // The variable tells a run that it is part of this one: it would report to it and print nothing.
      const { NODE_TEST_CONTEXT: _, ...env } = process.env
      const options = ['--test', '--test-name-pattern=no check has such a name']
      const path = new URL(file, import.meta.url).pathname
      const run = spawn(process.execPath, [...options, path], {
        env,
        stdio: 'ignore',
        timeout: PATIENCE_MS,
      })
      assert.deepEqual(await once(run, 'exit'), [0, null])
    })
  }
})
