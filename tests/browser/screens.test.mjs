// What is checked beside the journeys, at the same servers: nobody here is driven.
import { after, before, describe } from 'node:test'
import { startBrowser, stopBrowser } from './page.mjs'

describe('screens and accounts', async () => {
  before(startBrowser)
  after(stopBrowser)

  await import('./accounts.checks.mjs')
  await import('./applying.checks.mjs')
  await import('./auth-js.checks.mjs')
  await import('./driverProfile.checks.mjs')
  await import('./home.checks.mjs')
  await import('./largeText.checks.mjs')
  await import('./layoutShift.checks.mjs')
  await import('./mailed.checks.mjs')
  await import('./map.checks.mjs')
  await import('./ownAccount.checks.mjs')
  await import('./passkeys.checks.mjs')
  await import('./runs.checks.mjs')
  await import('./shell.checks.mjs')
  await import('./testUsers.checks.mjs')
})
