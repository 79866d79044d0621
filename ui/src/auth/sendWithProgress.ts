import { accessToken, expireSession, renewedToken } from './sessionStore'
import { parsedSession, personOf, storedText } from './storedSession'

/** Thrown where no answer came back. */
export class NoAnswer extends Error {}

type Sending = {
  url: string
  body: Blob
  onProgress: (percent: number) => void
  signal: AbortSignal
}

/**
 * PUTs a file in the name of whoever is signed in and tells how far it has come, which `fetch` cannot. A
 * refused token is renewed once, as by `authorizedFetch`, and never for somebody who signed in meanwhile.
 * For routes that want no proof of identity. Gives what the server answered; throws what the server answered instead, `NoAnswer`, or an
 * `AbortError`.
 */
export async function sendWithProgress(what: Sending): Promise<unknown> {
  const sender = signedInId()
  let answer = await attempt(what, await accessToken())
  if (answer.status === 401) {
    const token = await renewedToken()
    if (token && signedInId() === sender) answer = await attempt(what, token)
    if (answer.status === 401) expireSession()
  }
  if (answer.status >= 200 && answer.status < 300) return bodyOf(answer.text)
  throw bodyOf(answer.text) ?? new NoAnswer()
}

function signedInId(): string | null {
  const stored = parsedSession(storedText())
  return stored ? personOf(stored.user).id : null
}

type Answer = { status: number; text: string }

function attempt(what: Sending, token: string | null): Promise<Answer> {
  const { url, body, onProgress, signal } = what
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Content-Type', body.type || 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(Math.round((100 * loaded) / total))
    }
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new NoAnswer())
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
