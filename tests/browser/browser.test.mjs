// What is checked at the servers that all checks share, in one process and one Chromium.
//
//   HAULAGE_URL=http://127.0.0.1:8000 node --test tests/browser/*.test.mjs
//
// A few of them: add --test-name-pattern="some words of their names".
import { after, before, describe } from 'node:test'
import { startBrowser, stopBrowser } from './page.mjs'

// Hooks of a file end with whatever check ends first that a name pattern left out, while the browser
// is still starting; those of a suite wait for everything in it.
describe('at shared servers', async () => {
  before(startBrowser)
  after(stopBrowser)

  await import('./accounts.checks.mjs')
  await import('./auth-js.checks.mjs')
  await import('./behaviour.checks.mjs')
  await import('./booking.checks.mjs')
  await import('./console.checks.mjs')
  await import('./driverProfile.checks.mjs')
  await import('./driving.checks.mjs')
  await import('./errors.checks.mjs')
  await import('./home.checks.mjs')
  await import('./interruptions.checks.mjs')
  await import('./mailed.checks.mjs')
  await import('./map.checks.mjs')
  await import('./messages.checks.mjs')
  await import('./ownAccount.checks.mjs')
  await import('./payments.checks.mjs')
  await import('./passkeys.checks.mjs')
  await import('./reassigning.checks.mjs')
  await import('./runs.checks.mjs')
  await import('./sharing.checks.mjs')
  await import('./shell.checks.mjs')
  await import('./testUsers.checks.mjs')
  await import('./tunnel.checks.mjs')
})
