// What is checked at servers of its own, beside the checks at those that are shared.
import { after, before, describe } from 'node:test'
import { startBrowser, stopBrowser } from './page.mjs'

// Hooks of a file end with whatever check ends first that a name pattern left out, while the browser
// is still starting; those of a suite wait for everything in it.
// They know nothing of each other, and an outage is mostly waited for.
describe('at servers of their own', { concurrency: true }, async () => {
  before(startBrowser)
  after(stopBrowser)

  await import('./learning.checks.mjs')
  await import('./outages.checks.mjs')
  await import('./stripe.checks.mjs')
})
