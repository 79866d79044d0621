import { backoffMs } from '@/api/backoff'
import { authorizedFetch } from '@/auth/authorizedFetch'
import { accessToken } from '@/auth/sessionStore'
import { messageReader, type StreamMessage } from './sse'

/**
 * How a stream is doing. `live` hears the server; `reconnecting` lost it and tries again at once;
 * `polling` has failed so often that the page should ask by itself meanwhile; `paused` is a tab
 * that nobody looks at; `refused` is a server that will not say any more, such as after signing out.
 */
export type StreamState =
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'polling'
  | 'paused'
  | 'ended'
  | 'refused'

export type Timing = {
  /** A stream that says nothing for so long is dead: the server breaks silence within 10 s. */
  silenceMs: number
  firstRetryMs: number
  longestRetryMs: number
  /** So many failures in a row and the page asks by itself. */
  failuresBeforePolling: number
  /** A tab hidden for so long lets go of its connection. */
  hiddenMs: number
}

export const TIMING: Timing = {
  silenceMs: 12_000,
  firstRetryMs: 1_000,
  longestRetryMs: 30_000,
  failuresBeforePolling: 3,
  hiddenMs: 60_000,
}

export type FollowOptions = {
  path: string
  onMessage: (message: StreamMessage) => void
  onState: (state: StreamState) => void
  /** Called with every sign of life, comments included. */
  onActivity?: () => void
  /** After the stream has stood: what happened while it did not is to be asked for. */
  onBack?: () => void
  /** Whether a stream that the server has ended is over for good. */
  isOver?: () => boolean
  timing?: Partial<Timing>
  /** Between 0 and 1; so that a thousand tabs do not come back in the same moment. */
  random?: () => number
}

/**
 * Follows a stream of Server-Sent Events with the session's token until it is stopped, over lost
 * networks, restarted servers and hidden tabs. The browser's own EventSource cannot send a token.
 */
export function follow(options: FollowOptions): () => void {
  return new Follower(options).stop
}

class Follower {
  private readonly timing: Timing
  private readonly random: () => number
  private lastId = ''
  private failures = 0
  private hasStood = false
  private attempt: AbortController | undefined
  private retryTimer: ReturnType<typeof setTimeout> | undefined
  private silenceTimer: ReturnType<typeof setTimeout> | undefined
  private hiddenTimer: ReturnType<typeof setTimeout> | undefined
  private stopped = false

  constructor(private readonly options: FollowOptions) {
    this.timing = { ...TIMING, ...options.timing }
    this.random = options.random ?? Math.random
    document.addEventListener('visibilitychange', this.onVisibility)
    window.addEventListener('online', this.tryNow)
    options.onState('connecting')
    void this.connect()
  }

  stop = () => {
    this.stopped = true
    document.removeEventListener('visibilitychange', this.onVisibility)
    window.removeEventListener('online', this.tryNow)
    clearTimeout(this.hiddenTimer)
    this.hangUp()
  }

  private hangUp() {
    clearTimeout(this.retryTimer)
    clearTimeout(this.silenceTimer)
    this.attempt?.abort()
    this.attempt = undefined
  }

  private async connect() {
    this.hangUp()
    const attempt = new AbortController()
    this.attempt = attempt
    let outcome: 'ended' | 'lost' | 'refused'
    try {
      this.listenForSilence(attempt)
      outcome = await this.read(attempt)
    } catch {
      outcome = 'lost'
    }
    if (this.stopped || this.attempt !== attempt) return
    clearTimeout(this.silenceTimer)
    this.attempt = undefined
    if (outcome === 'refused') return this.finish('refused')
    if (outcome === 'ended' && this.options.isOver?.()) return this.finish('ended')
    this.retry()
  }

  private async read(attempt: AbortController): Promise<'ended' | 'refused' | 'lost'> {
    const token = await accessToken()
    const headers: Record<string, string> = { Accept: 'text/event-stream' }
    if (token) headers.Authorization = `Bearer ${token}`
    if (this.lastId) headers['Last-Event-ID'] = this.lastId
    const url = new URL(this.options.path, window.location.origin)
    const response = await authorizedFetch(url, {
      headers,
      signal: attempt.signal,
      cache: 'no-store',
    })
    if ([401, 403, 404, 410].includes(response.status)) return 'refused'
    if (!response.ok || !response.body) return 'lost'
    const isBack = this.hasStood
    this.hasStood = true
    const reader = response.body.getReader()
    const messages = messageReader(this.lastId)
    const decoder = new TextDecoder()
    let first = true
    while (true) {
      const { done, value } = await reader.read()
      if (attempt.signal.aborted) return 'lost'
      if (done) return 'ended'
      if (first) {
        first = false
        this.failures = 0
        this.options.onState('live')
        if (isBack) this.options.onBack?.()
      }
      this.listenForSilence(attempt)
      this.options.onActivity?.()
      for (const message of messages(decoder.decode(value, { stream: true }))) {
        this.lastId = message.id
        this.options.onMessage(message)
      }
    }
  }

  private listenForSilence(attempt: AbortController) {
    clearTimeout(this.silenceTimer)
    this.silenceTimer = setTimeout(() => {
      if (this.attempt !== attempt) return
      attempt.abort()
      this.attempt = undefined
      this.retry()
    }, this.timing.silenceMs)
  }

  private retry() {
    this.failures += 1
    const { firstRetryMs, longestRetryMs, failuresBeforePolling } = this.timing
    this.options.onState(this.failures >= failuresBeforePolling ? 'polling' : 'reconnecting')
    const { random } = this
    const pause = backoffMs(this.failures, {
      firstMs: firstRetryMs,
      longestMs: longestRetryMs,
      random,
    })
    clearTimeout(this.retryTimer)
    this.retryTimer = setTimeout(() => void this.connect(), pause)
  }

  private finish(state: 'ended' | 'refused') {
    this.options.onState(state)
    this.stop()
  }

  private tryNow = () => {
    if (!this.attempt && !document.hidden) void this.connect()
  }

  private onVisibility = () => {
    clearTimeout(this.hiddenTimer)
    if (document.hidden) {
      this.hiddenTimer = setTimeout(() => {
        this.hangUp()
        this.options.onState('paused')
      }, this.timing.hiddenMs)
      return
    }
    if (this.attempt) return
    this.options.onState('reconnecting')
    void this.connect()
  }
}
