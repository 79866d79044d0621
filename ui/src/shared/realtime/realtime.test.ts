import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signedInAs } from '@/testing/session'
import { follow, type StreamState } from './realtime'
import type { StreamMessage } from './sse'

/** A server whose every connection a test holds in its hand. */
class Streams {
  readonly requests: Request[] = []
  private writers: ReadableStreamDefaultController<Uint8Array>[] = []
  answer: () => Response | Promise<Response> = () => this.open()

  open(): Response {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.writers.push(controller)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  async say(text: string) {
    this.writers.at(-1)?.enqueue(new TextEncoder().encode(text))
    await settle()
  }

  async drop() {
    this.writers.at(-1)?.error(new TypeError('network error'))
    await settle()
  }

  async end() {
    this.writers.at(-1)?.close()
    await settle()
  }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

let streams: Streams
let states: StreamState[]
let messages: StreamMessage[]
let back: number
let over: boolean
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  signedInAs()
  streams = new Streams()
  states = []
  messages = []
  back = 0
  over = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    streams.requests.push(new Request(input, init))
    return streams.answer()
  })
})

afterEach(() => {
  stop()
  hide(false)
  vi.useRealTimers()
})

async function begin() {
  stop = follow({
    path: '/api/v1/orders/o-1/events',
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    onBack: () => {
      back += 1
    },
    isOver: () => over,
    random: () => 1,
  })
  await settle()
}

function hide(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the token is sent along, and the first word of the server makes it live', async () => {
  await begin()
  expect(states).toEqual(['connecting'])
  expect(streams.requests[0]?.headers.get('authorization')).toBe('Bearer token-1')
  await streams.say(': ping\n\n')
  expect(states).toEqual(['connecting', 'live'])
})

test('a lost stream is taken up behind the last message, and the page is told to catch up', async () => {
  await begin()
  await streams.say('id: 7\nevent: order\ndata: {}\n\n')
  await streams.drop()
  expect(states.at(-1)).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams.requests[1]?.headers.get('last-event-id')).toBe('7')
  expect(back).toBe(0)
  await streams.say(': ping\n\n')
  expect(states.at(-1)).toBe('live')
  expect(back).toBe(1)
  expect(messages).toHaveLength(1)
})

test('waits grow twofold up to half a minute, and after three failures the page polls', async () => {
  streams.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await begin()
  const waits: number[] = []
  for (let tries = 2; tries <= 8; tries += 1) {
    let waited = 0
    while (streams.requests.length < tries) {
      await vi.advanceTimersByTimeAsync(500)
      waited += 500
    }
    waits.push(waited)
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(states.slice(0, 4)).toEqual(['connecting', 'reconnecting', 'reconnecting', 'polling'])
})

test('a server that comes back ends the polling, and the next loss begins with a short wait', async () => {
  streams.answer = () => new Response('', { status: 503 })
  await begin()
  await vi.advanceTimersByTimeAsync(7_000)
  expect(states.at(-1)).toBe('polling')
  streams.answer = () => streams.open()
  await vi.advanceTimersByTimeAsync(8_000)
  await streams.say(': ping\n\n')
  expect(states.at(-1)).toBe('live')
  await streams.drop()
  expect(states.at(-1)).toBe('reconnecting')
})

test('a stream that falls silent is dead even though nobody has closed it', async () => {
  await begin()
  await streams.say(': ping\n\n')
  await vi.advanceTimersByTimeAsync(11_000)
  await streams.say(': ping\n\n')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(states.at(-1)).toBe('live')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states.at(-1)).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(streams.requests).toHaveLength(2)
})

test('an ended stream is over when the page says so, and otherwise taken up again', async () => {
  await begin()
  await streams.say(': ping\n\n')
  await streams.end()
  expect(states.at(-1)).toBe('reconnecting')
  await vi.advanceTimersByTimeAsync(1_000)
  await streams.say(': ping\n\n')
  over = true
  await streams.end()
  expect(states.at(-1)).toBe('ended')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(streams.requests).toHaveLength(2)
})

test('a refusal is final', async () => {
  streams.answer = () => new Response('', { status: 404 })
  await begin()
  expect(states).toEqual(['connecting', 'refused'])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(streams.requests).toHaveLength(1)
})

test('a tab hidden for a minute lets go, and comes back at once when it is seen', async () => {
  await begin()
  await streams.say(': ping\n\n')
  hide(true)
  for (let seconds = 0; seconds < 60; seconds += 10) {
    await vi.advanceTimersByTimeAsync(10_000)
    await streams.say(': ping\n\n')
  }
  expect(states.at(-1)).toBe('paused')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(streams.requests).toHaveLength(1)
  hide(false)
  await settle()
  expect(streams.requests).toHaveLength(2)
  await streams.say(': ping\n\n')
  expect(back).toBe(1)
})

test('a short glance at another tab changes nothing', async () => {
  await begin()
  await streams.say(': ping\n\n')
  hide(true)
  await vi.advanceTimersByTimeAsync(5_000)
  hide(false)
  await settle()
  expect(states).toEqual(['connecting', 'live'])
  expect(streams.requests).toHaveLength(1)
})

test('a network that is back is tried at once', async () => {
  streams.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await begin()
  await vi.advanceTimersByTimeAsync(8_000)
  const tried = streams.requests.length
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(streams.requests).toHaveLength(tried + 1)
})

test('stopped means silent', async () => {
  await begin()
  stop()
  await streams.say('data: x\n\n').catch(() => {})
  await vi.advanceTimersByTimeAsync(120_000)
  expect(states).toEqual(['connecting'])
  expect(streams.requests).toHaveLength(1)
})
