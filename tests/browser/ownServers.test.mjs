// What is checked at servers of its own, beside the checks at those that are shared.
import { after, before } from 'node:test'
import { startBrowser, stopBrowser } from './page.mjs'

before(startBrowser)
after(stopBrowser)

await import('./outages.checks.mjs')
await import('./stripe.checks.mjs')
