import { backoffMs } from '@/api/backoff'
import { reportPositions } from '@/api/generated/sdk.gen'
import { isProblem } from '@/api/problem'
import { type Fix, fixOf, WATCHING } from './device'
import type { FixQueue } from './queue'

/** How well the device tells where it is. What is unavailable or timed out is asked for again. */
export type LocationState =
  | 'waiting'
  | 'telling'
  | 'denied'
  | 'unavailable'
  | 'timed-out'
  | 'unsupported'

export type Reporting = {
  onState: (hearing: LocationState) => void
  onFix?: (fix: Fix) => void
  /** What the server is to hear before any position. */
  before?: () => Promise<void>
  /** Given what tells the server at once whatever it has not heard, and whether it heard it. */
  onFlush?: (flush: () => Promise<boolean>) => void
  /** The server has taken over what it was told. */
  onSent?: () => void
}

const SEND_EVERY_MS = 5_000
/** A server that says nothing for so long is asked again later. */
const REQUEST_TIMEOUT_MS = 30_000
/** A device that lies still tells nothing new; that it is still there is told this often. */
const STILL_THERE_MS = 60_000
/** A device that could not tell is asked again: one that then lies still tells nothing by itself. */
const ASK_AGAIN_MS = 10_000
/** By the codes of GeolocationPositionError. */
const LOCATION_STATES: Record<number, LocationState> = {
  1: 'denied',
  2: 'unavailable',
  3: 'timed-out',
}

/** Watches the device and tells the server in batches, until it is stopped (DRV-26). */
export function reportWhere(queue: FixQueue, reporting: Reporting): () => void {
  const { onState, onFix } = reporting
  const { geolocation } = navigator
  if (!geolocation) {
    onState('unsupported')
    return () => undefined
  }
  const sender = new Sender(queue, reporting)
  reporting.onFlush?.(sender.flush)
  let lastFixAt = 0
  let isLost = false
  const onPosition = (position: GeolocationPosition) => {
    const fix = fixOf(position)
    void queue.add(fix)
    onFix?.(fix)
    isLost = false
    onState('telling')
    // Whoever has just gone online is to be found at once.
    if (lastFixAt === 0) void sender.send()
    lastFixAt = Date.now()
  }
  const complain = ({ code }: GeolocationPositionError) => {
    const state = LOCATION_STATES[code] ?? 'unavailable'
    isLost = state !== 'denied'
    onState(state)
  }
  const watch = geolocation.watchPosition(onPosition, complain, WATCHING)
  const still = setInterval(() => {
    if (lastFixAt === 0 || Date.now() - lastFixAt < STILL_THERE_MS) return
    geolocation.getCurrentPosition(onPosition, complain, WATCHING)
  }, STILL_THERE_MS / 2)
  const again = setInterval(() => {
    if (isLost) geolocation.getCurrentPosition(onPosition, complain, WATCHING)
  }, ASK_AGAIN_MS)
  return () => {
    clearInterval(still)
    clearInterval(again)
    geolocation.clearWatch(watch)
    sender.stop()
  }
}

class Sender {
  private isSending = false
  private failures = 0
  private notBefore = 0
  private readonly timer = setInterval(() => void this.send(), SEND_EVERY_MS)

  constructor(
    private readonly queue: FixQueue,
    private readonly reporting: Reporting,
  ) {
    window.addEventListener('online', this.backOnline)
    void queue.ready.then(() => this.send())
  }

  stop(): void {
    clearInterval(this.timer)
    window.removeEventListener('online', this.backOnline)
    void this.send()
  }

  private readonly backOnline = () => {
    this.notBefore = 0
    void this.send()
  }

  readonly send = async (): Promise<void> => {
    if (this.isSending || this.queue.size === 0) return
    if (!navigator.onLine || Date.now() < this.notBefore) return
    this.isSending = true
    try {
      await this.reporting.before?.()
      await this.flush()
    } finally {
      this.isSending = false
    }
  }

  readonly flush = async (): Promise<boolean> => {
    await this.queue.ready
    while (this.queue.size > 0) {
      const batch = this.queue.batch()
      if (!(await wasDelivered(batch))) {
        this.failed()
        return false
      }
      await this.queue.remove(batch)
    }
    this.failures = 0
    this.reporting.onSent?.()
    return true
  }

  private failed(): void {
    this.failures += 1
    this.notBefore = Date.now() + backoffMs(this.failures)
  }
}

/** Whether a batch is done with: taken, or refused for good. Sending it again changes nothing. */
async function wasDelivered(fixes: ReturnType<FixQueue['batch']>): Promise<boolean> {
  try {
    const { error, response } = await reportPositions({
      body: { fixes },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    return response?.ok === true || (isProblem(error) && [400, 422].includes(error.status))
  } catch {
    return false
  }
}
