import { codeOf } from './problem'
import { demandSecondFactor, expireSession, renewedToken } from './sessionStore'

/**
 * Sends a request, and when its token is refused sends it once more with a renewed one. Nothing
 * was done by a refused request, so this is safe for writes too.
 *
 * When the session cannot be renewed it is over; the request is then tried as a stranger's, which
 * is enough for what is public, and where it is not the session is said to have expired. The same
 * goes for a session whose second factor is wanted, which stays.
 */
export async function authorizedFetch(input: RequestInfo | URL, init?: RequestInit) {
  const request = new Request(input, init)
  if (!request.headers.has('Authorization')) return fetch(request)
  const again = request.clone()
  const response = await fetch(request)
  if (response.status !== 401) return response
  if (await wantsSecondFactor(response)) {
    await demandSecondFactor()
    again.headers.delete('Authorization')
    return fetch(again)
  }
  const token = await renewedToken()
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

async function wantsSecondFactor(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return codeOf(body) === 'insufficient_aal'
}
