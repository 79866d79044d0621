import type { UserIdentity } from '@supabase/auth-js'
import { refusalOf } from './authRefusal'
import { departure } from './departure'
import { returnAddress } from './returnAddress'
import { callAuth, notifySessionChange } from './sessionStore'

export const PROVIDERS = ['google', 'facebook'] as const
export type Provider = (typeof PROVIDERS)[number]

/** Leaves for a provider, which leads back to /auth/callback (AUT-22) and from there to *next*. */
export async function leaveForProvider(
  provider: Provider,
  next?: string,
  signingUp?: boolean,
): Promise<void> {
  const redirectTo = returnAddress(provider, next, signingUp)
  const options = { redirectTo, skipBrowserRedirect: true }
  const { url } = await callAuth((auth) => auth.signInWithOAuth({ provider, options }))
  leaveFor(url)
}

/** Leaves for a provider whose account is to open this one as well. */
export async function leaveToLink(provider: Provider): Promise<void> {
  const options = { redirectTo: returnAddress('link', '/account'), skipBrowserRedirect: true }
  const { url } = await callAuth((auth) => auth.linkIdentity({ provider, options }))
  leaveFor(url)
}

export async function unlink(identity: UserIdentity): Promise<void> {
  await callAuth((auth) => auth.unlinkIdentity(identity))
  notifySessionChange()
}

function leaveFor(address: string | null | undefined): void {
  if (!address) throw refusalOf(undefined)
  departure.leaveFor(address)
}
