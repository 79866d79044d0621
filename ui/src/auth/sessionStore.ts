import type { GoTrueClient } from '@supabase/auth-js'
import { loadAuthClient, resetAuthClient, takeAnnouncedWait } from './authClient'
import { refusalOf } from './authRefusal'
import { forgetRemains, forgetStaleTab, hasLeft, hearOfRemains, remainsBelongTo } from './remains'
import { returnAddress } from './returnAddress'
import {
  HANDS_KEY,
  lacksSecondFactor,
  parsedSession,
  personOf,
  SESSION_KEY,
  type SessionUser,
  storedText,
} from './storedSession'

export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  /** The password was right, and the code of a second factor is still to come. */
  | { status: 'second-factor'; user: null }
  /** *ended* says that the server has ended it, and what the page waits with for them to give. */
  | { status: 'signed-in'; user: SessionUser; ended?: 'password' | 'second-factor' }

export type Registration = {
  name: string
  email: string
  phone: string
  password: string
  userType: 'customer' | 'driver'
}

/** Without a session the address has to be confirmed first, or belongs to somebody already. */
export type RegistrationResult = 'signed-in' | 'confirm-email' | 'already-registered'

/** Why a session that this tab believed in is no longer enough. */
export type ExpiryReason = 'ended' | 'second-factor'

const LOADING: SessionState = { status: 'loading', user: null }
const SIGNED_OUT: SessionState = { status: 'signed-out', user: null }
const SECOND_FACTOR: SessionState = { status: 'second-factor', user: null }
/** A token that ends within this time is renewed before it is sent. */
const RENEW_AHEAD_SECONDS = 60
/** How long a screen waits for a renewal before it says that the server is out of reach. */
const PATIENCE_MS = 6_000

let seen: { text: string | null; awake: boolean; kept: typeof kept; state: SessionState } | null =
  null
/** Who was signed in on a page that is kept as it is until they have signed in again. */
let kept: SessionUser | null = null
let keepsPage = () => false
/** Whether auth-js runs in this tab and has settled what to do with an overdue session. */
let awake = false
let waking: Promise<void> | null = null
let renewing: Promise<string | null> | null = null
const listeners = new Set<() => void>()
const expiryListeners = new Set<(reason: ExpiryReason) => void>()

/**
 * The state as the browser keeps it, which all tabs share. A session in date counts at once; an
 * overdue one is `loading` until it was renewed or dropped, and stands while nobody can be asked.
 */
export function sessionState(): SessionState {
  const text = storedText()
  if (!seen || seen.text !== text || seen.awake !== awake || seen.kept !== kept) {
    seen = { text, awake, kept, state: stateOf(text) }
  }
  return seen.state
}

export function subscribeToSession(changed: () => void): () => void {
  listeners.add(changed)
  if (listeners.size === 1) {
    globalThis.addEventListener?.('storage', onStorage)
    globalThis.addEventListener?.('pageshow', onShownAgain)
  }
  const stored = parsedSession(storedText())
  if (stored && !lacksSecondFactor(stored)) remainsBelongTo(personOf(stored.user).id)
  else forgetStaleTab()
  if (storedText()) void wake()
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    globalThis.removeEventListener?.('storage', onStorage)
    globalThis.removeEventListener?.('pageshow', onShownAgain)
  }
}

/** Called when the server no longer takes a session that this tab believed in. */
export function onSessionExpired(told: (reason: ExpiryReason) => void): () => void {
  expiryListeners.add(told)
  return () => expiryListeners.delete(told)
}

export async function signIn(email: string, password: string): Promise<SessionUser> {
  const { user } = await asked((auth) => auth.signInWithPassword({ email, password }))
  announce()
  if (!user) throw refusalOf(undefined)
  return personOf(user)
}

/** *next* is where the link in the confirmation mail leads in the end. */
export async function signUp(person: Registration, next?: string): Promise<RegistrationResult> {
  const { email, password, name, phone, userType } = person
  const data = { name, phone, userType }
  const emailRedirectTo = returnAddress('signup', next)
  const { session, user } = await asked((auth) =>
    auth.signUp({ email, password, options: { data, emailRedirectTo } }),
  )
  announce()
  if (session) return 'signed-in'
  return user?.identities?.length === 0 ? 'already-registered' : 'confirm-email'
}

/** Ends this session, here at once and at the server if it can be reached. Others stay. */
export async function signOut(): Promise<void> {
  kept = null
  forgetRemains()
  const stored = parsedSession(storedText())
  if (stored && stored.expires_at > Date.now() / 1000) {
    forget()
    await endAtServer(stored.access_token).catch(() => undefined)
  }
  try {
    // An overdue session is renewed, to be ended; of any other, what is kept beside it goes.
    const auth = await loadAuthClient()
    await auth.signOut({ scope: 'local' })
  } finally {
    forget()
    // The renewal has said once more who is signed in.
    forgetRemains()
  }
}

/**
 * A token that is good for the next minute, or null when nobody is signed in.
 *
 * Throws while an overdue session cannot be renewed because the server is out of reach: a request
 * without a token would then be refused as a stranger's.
 */
export async function accessToken(): Promise<string | null> {
  const stored = parsedSession(storedText())
  // Without its second factor a session counts for nothing: what is public is open to anybody.
  if (!stored || lacksSecondFactor(stored)) return null
  if (stored.expires_at > Date.now() / 1000 + RENEW_AHEAD_SECONDS) return stored.access_token
  return renewedToken()
}

/** A new token for the same session, or null when the server has ended it. One at a time. */
export function renewedToken(): Promise<string | null> {
  renewing ??= renew().finally(() => {
    renewing = null
  })
  return renewing
}

/** *rule* says whether somebody would lose what they did on the page if they had to leave it. */
export function keepPageWhen(rule: () => boolean): void {
  keepsPage = rule
}

/** The kept page is being left: whoever was signed in there is a stranger from now on. */
export function letPageGo(): void {
  if (!kept) return
  kept = null
  announce()
}

/**
 * Says that the server refuses this session: it is dropped, and the page is told. A page that is to
 * be kept goes on showing its person, as one whose session has `ended`.
 */
export function expireSession(): void {
  // What they had asked for before they logged out is refused afterwards, and that is no news.
  // Whoever still has to give the code of a second factor has not left: nobody was noted yet.
  if (hasLeft() && sessionState().status !== 'second-factor') return
  kept = keepsPage() ? sessionState().user : null
  forget()
  if (kept) return
  for (const told of expiryListeners) told('ended')
}

/** Says that the server wants the code of a second factor, of which this tab did not know. */
export async function demandSecondFactor(): Promise<void> {
  await renewedToken()
  if (sessionState().status !== 'second-factor') return
  for (const told of expiryListeners) told('second-factor')
}

/** Outlives the page, so that whoever leaves the site in the same moment is signed out as well. */
async function endAtServer(token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers, keepalive: true })
}

async function renew(): Promise<string | null> {
  const auth = await loadAuthClient()
  const { data, error } = await Promise.race([auth.refreshSession(), outOfPatience()])
  announce()
  if (!error) return data.session?.access_token ?? null
  const refusal = refusalOf(error)
  if (refusal.isOutage) throw refusal
  return null
}

/** auth-js keeps trying for half a minute, and goes on doing so behind the screen's back. */
function outOfPatience(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(refusalOf(undefined)), PATIENCE_MS)
  })
}

/** Calls the account client; every failure is an `AuthRefusal`. */
export async function asked<R extends { data: unknown; error: Error | null }>(
  call: (auth: GoTrueClient) => Promise<R>,
): Promise<R['data']> {
  try {
    const { data, error } = await call(await loadAuthClient())
    if (error) throw error
    return data
  } catch (error) {
    throw refusalOf(error, takeAnnouncedWait())
  }
}

/** Starts auth-js, which from then on renews the session by itself, every 30 s if need be. */
function wake(): Promise<void> {
  waking ??= (async () => {
    try {
      const auth = await loadAuthClient()
      auth.onAuthStateChange(announce)
      await auth.getSession()
    } catch {
      // Out of reach: the session stands as it was kept, and each call says what failed.
      waking = null
    } finally {
      awake = true
      announce()
    }
  })()
  return waking
}

/** Tells the page that the session may be another one. */
export function announce(): void {
  const stored = parsedSession(storedText())
  if (stored) void wake()
  if (stored && !lacksSecondFactor(stored)) {
    kept = null
    remainsBelongTo(personOf(stored.user).id)
  }
  for (const changed of listeners) changed()
}

/** Drops a session here alone, such as one that the server has ended with its account. */
export function forget(): void {
  globalThis.localStorage.removeItem(SESSION_KEY)
  globalThis.localStorage.removeItem(HANDS_KEY)
  announce()
}

/** Every session of the account is gone, and with it whatever its person left in this browser. */
export function forgetPerson(): void {
  forget()
  forgetRemains()
}

function onStorage(event: StorageEvent): void {
  hearOfRemains(event)
  // A null key is the whole storage being cleared.
  if (event.key === SESSION_KEY || event.key === null) announce()
}

/** A page that the browser kept while another was shown has heard of nothing. */
function onShownAgain({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  forgetStaleTab()
  announce()
}

function stateOf(text: string | null): SessionState {
  const session = parsedSession(text)
  if (!session) return kept ? { status: 'signed-in', user: kept, ended: 'password' } : SIGNED_OUT
  if (!awake && session.expires_at <= Date.now() / 1000) return LOADING
  if (lacksSecondFactor(session)) {
    return kept ? { status: 'signed-in', user: kept, ended: 'second-factor' } : SECOND_FACTOR
  }
  return { status: 'signed-in', user: personOf(session.user) }
}

/** For tests: forgets everything, as a page that is loaded anew has. */
export function resetSessionStore(): void {
  resetAuthClient()
  seen = null
  kept = null
  keepsPage = () => false
  awake = false
  waking = null
  renewing = null
}
