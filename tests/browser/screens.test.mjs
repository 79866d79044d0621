// What is checked beside the journeys, at the same servers: nobody here is driven.
import { after, before, describe } from 'node:test'
import { startBrowser, stopBrowser } from './page.mjs'

describe('screens', async () => {
  before(startBrowser)
  after(stopBrowser)

  await import('./driverProfile.checks.mjs')
  await import('./home.checks.mjs')
  await import('./largeText.checks.mjs')
  await import('./layoutShift.checks.mjs')
  await import('./map.checks.mjs')
  await import('./runs.checks.mjs')
  await import('./shell.checks.mjs')
})
