import { AuthRefusal } from './authRefusal'
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

async function refusalIn(answer: Response): Promise<AuthRefusal> {
  const told = await wordsOf(answer)
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
  return new AuthRefusal(told.message, told.code, answer.status, wait > 0 ? wait : undefined)
}

/** A refusal's word and sentence, in either of GoTrue's forms or as problem details. */
export async function wordsOf(answer: Response): Promise<{ code: string; message: string }> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  const told = (body ?? {}) as Record<string, unknown>
  return {
    code: String(told.error_code ?? told.code ?? ''),
    message: String(told.message ?? told.msg ?? ''),
  }
}
