import { codeOf } from '@/api/problem'
import { sendWithProof } from './freshProof'
import { accessToken, demandSecondFactor, expireSession, renewedToken } from './sessionStore'
import { parsedSession, personOf, storedText } from './storedSession'

/**
 * Sends a request, and when its token is refused sends it once more with a renewed one. Nothing
 * was done by a refused request, so this is safe for writes too. A session that the server says is
 * over is not renewed, and what one person asked for is never sent in the name of another who has
 * signed in since.
 *
 * When the session cannot be renewed it is over; the request is then tried as a stranger's, which
 * is enough for what is public, and where it is not the session is said to have expired. The same
 * goes for a session whose second factor is wanted, which stays.
 */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit) {
  const request = new Request(input, init)
  if (!request.headers.has('Authorization')) return fetch(request)
  return sendWithProof(() => sendRenewing(request.clone()))
}

async function sendRenewing(request: Request): Promise<Response> {
  const again = request.clone()
  const sender = signedInId()
  const response = await fetch(request)
  if (response.status !== 401) return response
  const now = signedInId()
  if (sender && now && now !== sender) return response
  const reason = await reasonOf(response)
  if (reason === 'insufficient_aal') {
    await demandSecondFactor()
    again.headers.delete('Authorization')
    return fetch(again)
  }
  const token = await nextToken(request, reason)
  if (token) {
    again.headers.set('Authorization', `Bearer ${token}`)
    const second = await fetch(again)
    if (second.status === 401) expireSession()
    return second
  }
  again.headers.delete('Authorization')
  const asStranger = await fetch(again)
  if (asStranger.status === 401) expireSession()
  return asStranger
}

/** Another request may have had the token renewed while this one was under way. */
async function nextToken(request: Request, reason: string | undefined): Promise<string | null> {
  if (!isCurrent(request)) return accessToken()
  return reason === 'session_not_found' ? null : renewedToken()
}

function signedInId(): string | null {
  const stored = parsedSession(storedText())
  return stored ? personOf(stored.user).id : null
}

async function reasonOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return codeOf(body)
}

/** Whether the request was made with the token that is stored now. */
function isCurrent(request: Request): boolean {
  const stored = parsedSession(storedText())
  return request.headers.get('Authorization') === `Bearer ${stored?.access_token}`
}
