// What is checked at the demonstration whose sample drivers drive: one after the other, so that no check
// books a driver whom another one is. Half of it is in otherJourneys.test.mjs.
//
//   HAULAGE_URL=http://127.0.0.1:8000 node --test tests/browser/*.test.mjs
//
// A few of them: add --test-name-pattern="some words of their names".
import { after, before, describe } from 'node:test'
import { startBrowser, stopBrowser } from './page.mjs'

// Hooks of a file end with whatever check ends first that a name pattern left out, while the browser
// is still starting; those of a suite wait for everything in it.
describe('journeys', async () => {
  before(startBrowser)
  after(stopBrowser)

  // A delivery is watched to its end and mostly waited for: beside it, whoever needs no driver.
  describe('while a delivery goes on', { concurrency: true }, async () => {
    await import('./booking.checks.mjs')
    await import('./documents.checks.mjs')
  })

  await import('./behaviour.checks.mjs')
  await import('./console.checks.mjs')
  await import('./driving.checks.mjs')
  await import('./reassigning.checks.mjs')
  await import('./tunnel.checks.mjs')
})
