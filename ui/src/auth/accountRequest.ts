import { AuthRefusal, refusalIn } from './authRefusal'
import { accessToken } from './sessionStore'
import { parsedSession, storedText } from './storedSession'

/**
 * Asks an account route that auth-js has no call for, as whoever is signed in, also where their
 * second factor is still to come. Every failure is an `AuthRefusal`.
 */
export async function accountRequest<T>(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  send: (request: () => Promise<Response>) => Promise<Response> = (request) => request(),
): Promise<T> {
  const token = (await accessToken()) ?? parsedSession(storedText())?.access_token
  const init = {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Supabase-Api-Version': '2024-01-01',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  }
  const answer = await send(() => fetch(`/auth/v1${path}`, init)).catch(() => {
    throw new AuthRefusal('', '', 0)
  })
  if (!answer.ok) throw await refusalIn(answer)
  return answer.json() as Promise<T>
}
