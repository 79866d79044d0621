// Who signs up, signs in and applies, beside the journeys and at the same servers.
import { after, before, describe } from 'node:test'
import { startBrowser, stopBrowser } from './page.mjs'

describe('accounts', async () => {
  before(startBrowser)
  after(stopBrowser)

  await import('./accounts.checks.mjs')
  await import('./applying.checks.mjs')
  await import('./auth-js.checks.mjs')
  await import('./mailed.checks.mjs')
  await import('./ownAccount.checks.mjs')
  await import('./passkeys.checks.mjs')
  await import('./testUsers.checks.mjs')
})
