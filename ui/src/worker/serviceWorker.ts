import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  type PrecacheEntry,
  PrecacheFallbackPlugin,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

/**
 * Keeps the files of the drivers' screens on the device, so that they open in a tunnel. It keeps
 * nothing else: what the API says about people goes past it untouched.
 */
declare const self: {
  /** Put in by scripts/service-worker.mjs, with the content's hash of every file. */
  __SHELL: PrecacheEntry[]
  skipWaiting(): Promise<void>
  addEventListener(kind: 'message', listener: (event: { data: unknown }) => void): void
}

/** A connection that says nothing for so long is none. */
const NETWORK_TIMEOUT_SECONDS = 5

/** What is no page of ours, such as where another company sends people back to. */
const NO_PAGES = [/^\/(api|auth|business|webhooks|health|schema|assets|dev)\//, /^\/schema$/]

// No variants of an address: home is asked for at the server, as every page is.
precacheAndRoute(self.__SHELL, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

// The server's page first, because a new version begins with it; the one kept here without it.
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: '/index.html' })],
    }),
    { denylist: NO_PAGES },
  ),
)

// Lazy parts of a page that was open before this was installed are to be had without a connection.
clientsClaim()

// A new version waits until the driver asks for it, or until no page of the old one is open.
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting()
})
