import type { UserIdentity } from '@supabase/auth-js'
import { refusalOf } from './authRefusal'
import { authSettings } from './generated/sdk.gen'
import { returnAddress } from './returnAddress'
import { announce, asked } from './sessionStore'

export const PROVIDERS = ['google', 'facebook'] as const
export type Provider = (typeof PROVIDERS)[number]

/** How long a page waits to learn which providers there are; it can do without them. */
const PATIENCE_MS = 1_000

/** The providers that can be used here; none where the server does not say so in time. */
export function openProviders(): Promise<Provider[]> {
  const inTime = new Promise<Provider[]>((resolve) => {
    setTimeout(() => resolve([]), PATIENCE_MS)
  })
  return Promise.race([askedProviders().catch(() => []), inTime])
}

async function askedProviders(): Promise<Provider[]> {
  const { data } = await authSettings({ throwOnError: true })
  return PROVIDERS.filter((provider) => data.external[provider])
}

/** Leaves for a provider, which leads back to /auth/callback (AUT-22) and from there to *next*. */
export async function leaveForProvider(provider: Provider, next?: string): Promise<void> {
  const options = { redirectTo: returnAddress(provider, next), skipBrowserRedirect: true }
  const { url } = await asked((auth) => auth.signInWithOAuth({ provider, options }))
  leaveFor(url)
}

/** Leaves for a provider whose account is to open this one as well. */
export async function leaveToLink(provider: Provider): Promise<void> {
  const options = { redirectTo: returnAddress('link', '/account'), skipBrowserRedirect: true }
  const { url } = await asked((auth) => auth.linkIdentity({ provider, options }))
  leaveFor(url)
}

export async function unlink(identity: UserIdentity): Promise<void> {
  await asked((auth) => auth.unlinkIdentity(identity))
  announce()
}

function leaveFor(address: string | null | undefined): void {
  if (!address) throw refusalOf(undefined)
  departure.leaveFor(address)
}

/** Replaced in tests, which stay where they are. */
export const departure = {
  leaveFor: (address: string) => globalThis.location.assign(address),
}
