import { expireSession, keepPageWhile, renewedToken } from './sessionStore'
import { parsedSession, storedText } from './storedSession'

/** A page that somebody looks at asks so often whether its session still stands. */
const ASK_EVERY_MS = 60_000
/** Coming back to a tab fires several events at once. */
const AT_MOST_EVERY_MS = 5_000
const ENDED = ['session_not_found', 'user_not_found']

let askedAt = 0
let typedOn: string | null = null
let stopWatching: (() => void) | null = null

/**
 * Sees to it that a session which was ended elsewhere is noticed when somebody comes back to the
 * page, and within a minute while they look at it. What they have typed there stays with them.
 */
export function watchSession(): void {
  if (stopWatching) return
  watchTyping()
  keepPageWhile(isTypedOn)
  document.addEventListener('visibilitychange', askAgain)
  for (const type of ['focus', 'online']) window.addEventListener(type, askAgain)
  const timer = setInterval(askAgain, ASK_EVERY_MS)
  stopWatching = () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', askAgain)
    for (const type of ['focus', 'online']) window.removeEventListener(type, askAgain)
  }
}

/** For tests: nothing is watched and nothing typed. */
export function resetSessionWatch(): void {
  stopWatching?.()
  stopWatching = null
  askedAt = 0
  typedOn = null
}

/** From now on, remembers whether something was typed on the page that stands open. */
export function watchTyping(): void {
  for (const type of ['input', 'change']) document.addEventListener(type, noteTyping, true)
}

/** Whether somebody would lose what they typed if this page were left. */
export function isTypedOn(): boolean {
  return typedOn === globalThis.location.pathname
}

function noteTyping({ target }: Event): void {
  const isSearch = target instanceof HTMLInputElement && target.type === 'search'
  if (!isSearch) typedOn = globalThis.location.pathname
}

function askAgain(): void {
  if (document.visibilityState !== 'visible' || Date.now() - askedAt < AT_MOST_EVERY_MS) return
  askedAt = Date.now()
  // An outage decides nothing: whoever asks for something next is told of it.
  void ask().catch(() => undefined)
}

async function ask(): Promise<void> {
  const token = currentToken()
  if (!token) return
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch('/auth/v1/user', { headers, cache: 'no-store' })
  if (response.status !== 401 && response.status !== 403) return
  const { error_code: code } = (await response.json()) as { error_code?: string }
  // Meanwhile somebody may have signed in anew, in this tab or in another.
  if (token !== currentToken()) return
  if (ENDED.includes(code ?? '') || !(await renewedToken())) expireSession()
}

/** Overdue tokens are renewed by auth-js, which hears of an ended session by that. */
function currentToken(): string | null {
  const session = parsedSession(storedText())
  return session && session.expires_at > Date.now() / 1000 ? session.access_token : null
}
