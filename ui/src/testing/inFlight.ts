import type { QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import { server } from './server'

/** Taken before any test replaces the clock: what the network answers comes in real time. */
const realTimeout = globalThis.setTimeout
/** An answer becomes a query's data, and that a screen, in a few turns of the event loop. */
const QUIET_TURNS = 3
/** As long as `waitFor` waits. */
const MOST_MS = 15_000
/** What a test has left without an answer on purpose is not waited for. */
const MOST_AT_THE_END_MS = 100

/** The addresses that this page has asked for without an answer so far, by the request's id. */
const requests = new Map<string, string>()
let queries: QueryClient | undefined

server.events.on('request:start', ({ requestId, request }) => {
  requests.set(requestId, `${request.method} ${request.url}`)
  request.signal.addEventListener('abort', () => requests.delete(requestId))
})
server.events.on('request:end', ({ requestId }) => void requests.delete(requestId))
server.events.on('unhandledException', ({ requestId }) => void requests.delete(requestId))
server.events.on('request:unhandled', ({ requestId }) => void requests.delete(requestId))

/** *client* belongs to the page that is open now. */
export function watchQueries(client: QueryClient): void {
  queries = client
}

/** Waits, in real time, until the page asks for nothing and has drawn what it was answered. */
export async function settled(): Promise<void> {
  if (await isQuietWithin(MOST_MS)) return
  throw new Error(`After ${MOST_MS} ms still without an answer: ${[...requests.values()].join()}`)
}

/** What the page asks for as a test ends belongs to that test, however busy the machine is. */
export async function lastRequests(): Promise<void> {
  await isQuietWithin(MOST_AT_THE_END_MS)
}

/**
 * Forgets the page. What no handler answers is a warning and fails no test: whether a page that a test
 * opens with its last step still asks for something depends on how busy the machine is.
 */
export function closePage(): void {
  queries?.clear()
  queries = undefined
  requests.clear()
}

async function isQuietWithin(ms: number): Promise<boolean> {
  const end = performance.now() + ms
  for (let quiet = 0; quiet < QUIET_TURNS; quiet = isQuiet() ? quiet + 1 : 0) {
    if (performance.now() > end) return false
    await act(() => new Promise<void>((resolve) => void realTimeout(resolve, 0)))
  }
  return true
}

function isQuiet(): boolean {
  return requests.size === 0 && !queries?.isFetching() && !queries?.isMutating()
}
