import { AuthRefusal } from './authRefusal'
import { beginRecovery } from './recovery'
import { callAuth, notifySessionChange } from './sessionStore'
import { claimsOf, parsedSession, storedText } from './storedSession'

/** What a link brings in its query or its fragment; tokens come in either (AUT-27). */
export type AuthLink =
  | { kind: 'code'; code: string; flowId?: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string; type: string }
  | { kind: 'error'; code: string; sentence: string }
  /** The first of two mails about a new address was answered; the words are the server's. */
  | { kind: 'half-confirmed' }
  | { kind: 'nothing' }

/** What the link turned out to be for. */
export type LinkOutcome = 'recovery' | 'signed-in' | 'half-confirmed'

export function parseAuthLink({ search, hash }: { search: string; hash: string }): AuthLink {
  const params = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ''))) params.set(name, value)
  const get = (name: string) => params.get(name) ?? ''
  if (params.has('error') || params.has('error_code')) {
    return {
      kind: 'error',
      code: get('error_code') || get('error'),
      sentence: get('error_description'),
    }
  }
  if (get('access_token') && get('refresh_token')) {
    return {
      kind: 'tokens',
      accessToken: get('access_token'),
      refreshToken: get('refresh_token'),
      type: get('type'),
    }
  }
  if (get('code')) {
    return { kind: 'code', code: get('code'), flowId: get('sb_flow_id') || undefined }
  }
  return { kind: params.has('message') ? 'half-confirmed' : 'nothing' }
}

/** An account that a link would sign in to, and the one that is signed in already. */
export type AccountChange = { to: string; from: string | undefined }

/**
 * What has to be asked before a link is followed; null where nothing has.
 *
 * A code is worth nothing in a browser that did not ask for it, but anybody can send anybody a link
 * with tokens of an account of their own. So tokens never replace the account that is signed in, and
 * other tokens than those of a recovery, which is at once visible, open none, without a click.
 */
export function accountChangeOf(arrival: AuthLink): AccountChange | null {
  if (arrival.kind !== 'tokens') return null
  const { sub, email } = claimsOf(arrival.accessToken)
  const stored = parsedSession(storedText())?.user
  if (stored ? stored.id === sub : arrival.type === 'recovery') return null
  return { to: typeof email === 'string' && email ? email : 'another account', from: stored?.email }
}

/** Opens the session that a link carries. What it brings works once, so this is called once. */
export async function followAuthLink(arrival: AuthLink): Promise<LinkOutcome> {
  const followed = await openSession(arrival)
  if (followed === 'recovery') beginRecovery()
  notifySessionChange()
  return followed
}

async function openSession(arrival: AuthLink): Promise<LinkOutcome> {
  if (arrival.kind === 'half-confirmed') return 'half-confirmed'
  if (arrival.kind === 'code') {
    const { code, flowId } = arrival
    const data = await callAuth((auth) => auth.exchangeCodeForSession(code, { flowId }))
    return 'redirectType' in data && data.redirectType === 'recovery' ? 'recovery' : 'signed-in'
  }
  if (arrival.kind === 'tokens') {
    const tokens = { access_token: arrival.accessToken, refresh_token: arrival.refreshToken }
    // Whose they are was read from the access token, which anybody can write. One that has expired auth-js
    // would not even show to the server: it would open the account of the other token.
    await callAuth((auth) => auth.getUser(arrival.accessToken))
    const { session } = await callAuth((auth) => auth.setSession(tokens))
    if (!session) throw new AuthRefusal('', NO_SESSION, 400)
    return arrival.type === 'recovery' ? 'recovery' : 'signed-in'
  }
  const sentence = arrival.kind === 'error' ? arrival.sentence : ''
  throw new AuthRefusal(sentence, arrival.kind === 'error' ? arrival.code : NOTHING_BROUGHT, 400)
}

/** Our own words beside GoTrue's, for what can be wrong with a link. */
export const NO_SESSION = 'no_session'
export const NOTHING_BROUGHT = 'nothing_brought'
/** auth-js's word for a link that was opened in another browser than the one that asked for it. */
export const OTHER_BROWSER = 'pkce_code_verifier_not_found'
