import { codeOf } from '@/api/problem'
import { sendWithProof } from './freshProof'
import { demandSecondFactor, expireSession, renewedToken } from './sessionStore'
import { parsedSession, storedText } from './storedSession'

/**
 * Sends a request, and when its token is refused sends it once more with a renewed one. Nothing
 * was done by a refused request, so this is safe for writes too. A session that the server says is
 * over is not renewed.
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
  const response = await fetch(request)
  if (response.status !== 401) return response
  const reason = await reasonOf(response)
  if (reason === 'insufficient_aal') {
    await demandSecondFactor()
    again.headers.delete('Authorization')
    return fetch(again)
  }
  const isOver = reason === 'session_not_found' && isCurrent(request)
  const token = isOver ? null : await renewedToken()
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

async function reasonOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return codeOf(body)
}

/** Whether nobody has signed in anew since the request was made. */
function isCurrent(request: Request): boolean {
  const stored = parsedSession(storedText())
  return request.headers.get('Authorization') === `Bearer ${stored?.access_token}`
}
