import type { GoTrueClient } from '@supabase/auth-js'
import { loadAuthClient, resetAuthClient, takeAnnouncedWait } from './authClient'
import { refusalOf } from './authRefusal'
import {
  clearPersonalData,
  clearStaleTab,
  hasSignedOut,
  setPersonalDataOwner,
  syncPersonalData,
} from './personalData'
import { returnAddress } from './returnAddress'
import {
  ACTIVE_DELIVERIES_KEY,
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
const RENEWAL_TIMEOUT_MS = 6_000

let seen: {
  text: string | null
  isAuthReady: boolean
  pausedUser: typeof pausedUser
  state: SessionState
} | null = null
/** Who was signed in on a page that is kept as it is until they have signed in again. */
let pausedUser: SessionUser | null = null
let isPageUnsaved = () => false
/** Whether auth-js runs in this tab and has settled what to do with an overdue session. */
let awake = false
let starting: Promise<void> | null = null
let renewing: Promise<string | null> | null = null
const listeners = new Set<() => void>()
const expiryListeners = new Set<(reason: ExpiryReason) => void>()

/**
 * The state as the browser keeps it, which all tabs share. A session in date counts at once; an
 * overdue one is `loading` until it was renewed or dropped, and stands while nobody can be asked.
 */
export function sessionState(): SessionState {
  const text = storedText()
  if (!seen || seen.text !== text || seen.isAuthReady !== awake || seen.pausedUser !== pausedUser) {
    seen = { text, isAuthReady: awake, pausedUser: pausedUser, state: stateOf(text) }
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
  if (stored && !lacksSecondFactor(stored)) setPersonalDataOwner(personOf(stored.user).id)
  else clearStaleTab()
  if (storedText()) void startAuth()
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    globalThis.removeEventListener?.('storage', onStorage)
    globalThis.removeEventListener?.('pageshow', onShownAgain)
  }
}

/** Called when the server no longer takes a session that this tab believed in. */
export function onSessionExpired(listener: (reason: ExpiryReason) => void): () => void {
  expiryListeners.add(listener)
  return () => expiryListeners.delete(listener)
}

export async function signIn(email: string, password: string): Promise<SessionUser> {
  const { user } = await callAuth((auth) => auth.signInWithPassword({ email, password }))
  notifySessionChange()
  if (!user) throw refusalOf(undefined)
  return personOf(user)
}

/** *next* is where the link in the confirmation mail leads in the end. */
export async function signUp(person: Registration, next?: string): Promise<RegistrationResult> {
  const { email, password, name, phone, userType } = person
  const data = { name, phone, userType }
  const emailRedirectTo = returnAddress('signup', next)
  const { session, user } = await callAuth((auth) =>
    auth.signUp({ email, password, options: { data, emailRedirectTo } }),
  )
  notifySessionChange()
  if (session) return 'signed-in'
  return user?.identities?.length === 0 ? 'already-registered' : 'confirm-email'
}

/** Ends this session, here at once and at the server if it can be reached. Others stay. */
export async function signOut(): Promise<void> {
  pausedUser = null
  clearPersonalData()
  const stored = parsedSession(storedText())
  if (stored && stored.expires_at > Date.now() / 1000) {
    clearSession()
    await endAtServer(stored.access_token).catch(() => undefined)
  }
  try {
    // An overdue session is renewed, to be ended; of any other, what is kept beside it goes.
    const auth = await loadAuthClient()
    await auth.signOut({ scope: 'local' })
  } finally {
    clearSession()
    // The renewal has said once more who is signed in.
    clearPersonalData()
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
export function keepPageWhile(rule: () => boolean): void {
  isPageUnsaved = rule
}

/** The kept page is being left: whoever was signed in there is a stranger from now on. */
export function releasePage(): void {
  if (!pausedUser) return
  pausedUser = null
  notifySessionChange()
}

/**
 * Says that the server refuses this session: it is dropped, and the page is told. A page that is to
 * be kept goes on showing its person, as one whose session has `ended`.
 */
export function expireSession(): void {
  // What they had asked for before they logged out is refused afterwards, and that is no news.
  // Whoever still has to give the code of a second factor has not left: nobody was noted yet.
  if (hasSignedOut() && sessionState().status !== 'second-factor') return
  pausedUser = isPageUnsaved() ? sessionState().user : null
  clearSession()
  if (pausedUser) return
  for (const listener of expiryListeners) listener('ended')
}

/** Says that the server wants the code of a second factor, of which this tab did not know. */
export async function demandSecondFactor(): Promise<void> {
  await renewedToken()
  if (sessionState().status !== 'second-factor') return
  for (const listener of expiryListeners) listener('second-factor')
}

/** Outlives the page, so that whoever leaves the site in the same moment is signed out as well. */
async function endAtServer(token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  await fetch('/auth/v1/logout?scope=local', { method: 'POST', headers, keepalive: true })
}

async function renew(): Promise<string | null> {
  const auth = await loadAuthClient()
  const { data, error } = await Promise.race([auth.refreshSession(), renewalTimeout()])
  notifySessionChange()
  if (!error) return data.session?.access_token ?? null
  const refusal = refusalOf(error)
  if (refusal.isOutage) throw refusal
  return null
}

/** auth-js keeps trying for half a minute, and goes on doing so behind the screen's back. */
function renewalTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(refusalOf(undefined)), RENEWAL_TIMEOUT_MS)
  })
}

/** Calls the account client; every failure is an `AuthRefusal`. */
export async function callAuth<R extends { data: unknown; error: Error | null }>(
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
function startAuth(): Promise<void> {
  starting ??= (async () => {
    try {
      const auth = await loadAuthClient()
      auth.onAuthStateChange(notifySessionChange)
      await auth.getSession()
    } catch {
      // Out of reach: the session stands as it was kept, and each call says what failed.
      starting = null
    } finally {
      awake = true
      notifySessionChange()
    }
  })()
  return starting
}

/** Tells the page that the session may be another one. */
export function notifySessionChange(): void {
  const stored = parsedSession(storedText())
  if (stored) void startAuth()
  if (stored && !lacksSecondFactor(stored)) {
    pausedUser = null
    setPersonalDataOwner(personOf(stored.user).id)
  }
  for (const changed of listeners) changed()
}

/** Drops a session here alone, such as one that the server has ended with its account. */
export function clearSession(): void {
  globalThis.localStorage.removeItem(SESSION_KEY)
  globalThis.localStorage.removeItem(ACTIVE_DELIVERIES_KEY)
  notifySessionChange()
}

/** Every session of the account is gone, and with it whatever its person left in this browser. */
export function clearPerson(): void {
  clearSession()
  clearPersonalData()
}

function onStorage(event: StorageEvent): void {
  syncPersonalData(event)
  // A null key is the whole storage being cleared.
  if (event.key === SESSION_KEY || event.key === null) notifySessionChange()
}

/** A page that the browser kept while another was shown has heard of nothing. */
function onShownAgain({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  clearStaleTab()
  notifySessionChange()
}

function stateOf(text: string | null): SessionState {
  const session = parsedSession(text)
  if (!session)
    return pausedUser ? { status: 'signed-in', user: pausedUser, ended: 'password' } : SIGNED_OUT
  if (!awake && session.expires_at <= Date.now() / 1000) return LOADING
  if (lacksSecondFactor(session)) {
    return pausedUser
      ? { status: 'signed-in', user: pausedUser, ended: 'second-factor' }
      : SECOND_FACTOR
  }
  return { status: 'signed-in', user: personOf(session.user) }
}

/** For tests: forgets everything, as a page that is loaded anew has. */
export function resetSessionStore(): void {
  resetAuthClient()
  seen = null
  pausedUser = null
  isPageUnsaved = () => false
  awake = false
  starting = null
  renewing = null
}
