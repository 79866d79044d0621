// The other half of the journeys, at a demonstration of their own: drivers there are nobody else's.
import './secondServer.mjs'
import { after, before, describe } from 'node:test'
import { startBrowser, stopBrowser } from './page.mjs'

describe('other journeys', async () => {
  before(startBrowser)
  after(stopBrowser)

  await import('./errors.checks.mjs')
  await import('./interruptions.checks.mjs')
  await import('./messages.checks.mjs')
  await import('./payments.checks.mjs')
  await import('./payouts.checks.mjs')
  await import('./sharing.checks.mjs')
  await import('./taxes.checks.mjs')
})
