import { client } from '@/api/generated/client.gen'
import { authorizedFetch } from './authorizedFetch'
import { accessToken } from './sessionStore'

// Imported for its effect: from then on the generated client sends the session's token.
client.setConfig({
  // Everything is served from one origin, so the page's own is the only base there is.
  baseUrl: globalThis.location?.origin ?? '',
  auth: async () => (await accessToken()) ?? undefined,
  fetch: authorizedFetch as typeof fetch,
})
