import type { GoTrueClient } from '@supabase/auth-js'
import { sendWithProof } from './freshProof'
import { SESSION_KEY } from './storedSession'

let loading: Promise<GoTrueClient> | null = null
let announcedWait: number | undefined

/**
 * The account client, fetched when it is first needed: most visitors of the home page never sign
 * in, and should not wait for it. A failed load is forgotten, so that the next call tries again.
 */
export function loadAuthClient(): Promise<GoTrueClient> {
  loading ??= createAuthClient().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** Seconds that the last "too many" answer asked to wait, read once; auth-js drops the header. */
export function takeAnnouncedWait(): number | undefined {
  const seconds = announcedWait
  announcedWait = undefined
  return seconds
}

/** For tests: the next call makes a client of its own. */
export function resetAuthClient(): void {
  void loading?.then((client) => client.dispose())
  loading = null
  announcedWait = undefined
}

async function createAuthClient(): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  return new AuthClient({
    url: `${globalThis.location.origin}/auth/v1`,
    storageKey: SESSION_KEY,
    persistSession: true,
    autoRefreshToken: true,
    // Links from mails are read by the screens that they lead to, not by whatever page opens first.
    detectSessionInUrl: false,
    flowType: 'pkce',
    // A link finds the verifier of its own flow, so that a second mail does not spoil the first.
    experimental: { appendPkceFlowIdToRedirects: true },
    fetch: fetchNotingWait,
  })
}

/** A new password brings its proof itself: the current one, or a mailed code. */
function setsPassword(init?: RequestInit): boolean {
  return init?.method === 'PUT' && typeof init.body === 'string' && init.body.includes('"password"')
}

const fetchNotingWait: typeof fetch = async (input, init) => {
  const send = () => fetch(input, init)
  const response = setsPassword(init) ? await send() : await sendWithProof(send)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  announcedWait = response.status === 429 && seconds > 0 ? Math.ceil(seconds) : undefined
  return response
}
