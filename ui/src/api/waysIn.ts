import { authSettings } from './generated/sdk.gen'
import { PROVIDERS, type Provider } from './socialSignIn'

/** Beside the password: which other accounts open one here, and whether passkeys do. */
export type WaysIn = { providers: Provider[]; passkeys: boolean }

export const PASSWORD_ALONE: WaysIn = { providers: [], passkeys: false }

/** How long a page waits to learn which ways in there are; it can do without them. */
const PATIENCE_MS = 1_000

/** What can be used here, in this browser; the password alone where the server does not say in time. */
export function openWaysIn(): Promise<WaysIn> {
  const inTime = new Promise<WaysIn>((resolve) => {
    setTimeout(() => resolve(PASSWORD_ALONE), PATIENCE_MS)
  })
  return Promise.race([askedWaysIn().catch(() => PASSWORD_ALONE), inTime])
}

async function askedWaysIn(): Promise<WaysIn> {
  const { data } = await authSettings({ throwOnError: true })
  return {
    providers: PROVIDERS.filter((provider) => data.external[provider]),
    passkeys: Boolean(data.passkeys_enabled) && 'PublicKeyCredential' in globalThis,
  }
}
