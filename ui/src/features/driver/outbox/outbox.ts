import { replayDeliveryActions } from '@/api/generated/sdk.gen'
import type { ActionKind, ActionsOut, DeliveryOut } from '@/api/generated/types.gen'
import { isProblem, sentenceOf } from '@/api/problem'
import { sessionState } from '@/api/sessionStore'
import type { QueuedAction, Trouble } from './action'
import { pauseAfter } from './backoff'
import { database, kept } from './database'
import { heardServerClock, serverNow } from './serverClock'

/** DRV-27: what a driver does is sent once they have paused for so long. */
const SETTLE_MS = 500
/** The server takes so many at once. */
const MOST_AT_ONCE = 200
const LOCK = 'haulage-outbox'

export type OutboxState = {
  /** Done here and not yet known there, oldest first. */
  waiting: readonly QueuedAction[]
  isSending: boolean
  /** When it is tried again by itself, in the device's milliseconds; null unless it failed. */
  againAt: number | null
  troubles: readonly Trouble[]
}

const NOTHING: OutboxState = { waiting: [], isSending: false, againAt: null, troubles: [] }

type OnTold = (deliveries: DeliveryOut[]) => void

/**
 * What one driver did, from the press of a button until the server has taken it over. It outlives
 * the page, is sent in the order in which it was done, and each action counts once.
 */
export class Outbox {
  private state = NOTHING
  private failures = 0
  private lastAt = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | undefined
  /** Whoever else signs in does not speak for this driver. */
  private readonly userId = sessionState().user?.id
  private readonly listeners = new Set<() => void>()
  private readonly toldListeners = new Set<OnTold>()
  /** What an earlier page left has been read. */
  readonly ready: Promise<void>

  constructor(readonly driverId: string) {
    this.ready = this.restore()
    window.addEventListener('online', this.sendNow)
    document.addEventListener('visibilitychange', this.onVisibility)
  }

  /** For a page that another driver takes over. */
  close(): void {
    clearTimeout(this.timer)
    window.removeEventListener('online', this.sendNow)
    document.removeEventListener('visibilitychange', this.onVisibility)
  }

  readonly snapshot = (): OutboxState => this.state

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  /** Called with the deliveries as the server sees them after it took actions over. */
  onTold(told: OnTold): () => void {
    this.toldListeners.add(told)
    return () => this.toldListeners.delete(told)
  }

  /** Resolves once the action is written down: from then on a reload does not lose it. */
  async add(order: Pick<DeliveryOut, 'order_id' | 'order_number'>, action: ActionKind) {
    // Two presses are never one instant, so that each keeps its place.
    this.lastAt = Math.max(this.lastAt + 1, serverNow())
    const queued: QueuedAction = {
      seq: this.lastAt,
      client_id: crypto.randomUUID(),
      driver_id: this.driverId,
      order_id: order.order_id,
      order_number: order.order_number,
      action,
      at: new Date(this.lastAt).toISOString(),
    }
    this.change({ waiting: [...this.state.waiting, queued] })
    await kept((db) => db.put('actions', queued))
    this.failures = 0
    this.sendIn(SETTLE_MS)
  }

  forgetTrouble(clientId: string): void {
    this.change({ troubles: this.state.troubles.filter((it) => it.client_id !== clientId) })
  }

  /**
   * Resolves once what waits has been tried. Positions prove what follows a step, so they come after
   * it: a circle that is entered before the pickup is known completes nothing.
   */
  async tried(): Promise<void> {
    await this.ready
    if (this.failures > 0) return
    clearTimeout(this.timer)
    await (this.sending ?? this.send())
  }

  readonly sendNow = (): void => {
    this.failures = 0
    this.sendIn(0)
  }

  private async restore(): Promise<void> {
    const db = await database()
    const found = db ? await db.getAllFromIndex('actions', 'driver', this.driverId) : []
    const known = new Set(this.state.waiting.map((it) => it.client_id))
    const before = found.filter((it) => !known.has(it.client_id))
    if (before.length === 0) return
    this.lastAt = Math.max(this.lastAt, ...before.map((it) => it.seq))
    this.change({ waiting: [...before, ...this.state.waiting].sort((a, b) => a.seq - b.seq) })
    this.sendIn(0)
  }

  private readonly onVisibility = (): void => {
    if (!document.hidden && this.state.waiting.length > 0) this.sendNow()
  }

  private sendIn(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.send(), ms)
  }

  private send(): Promise<void> {
    this.sending ??= this.trySending().finally(() => {
      this.sending = undefined
    })
    return this.sending
  }

  private async trySending(): Promise<void> {
    if (this.state.waiting.length === 0) return
    if (sessionState().user?.id !== this.userId) return
    // The browser says when it is back; asking before is of no use.
    if (!navigator.onLine) return this.change({ againAt: null })
    this.change({ isSending: true, againAt: null })
    try {
      await oneTabAtATime(() => this.sendAll())
      this.failures = 0
    } catch {
      this.failures += 1
      const pause = pauseAfter(this.failures)
      this.change({ againAt: Date.now() + pause })
      this.sendIn(pause)
    } finally {
      this.change({ isSending: false })
    }
  }

  private async sendAll(): Promise<void> {
    while (this.state.waiting.length > 0) {
      await this.sendBatch(this.state.waiting.slice(0, MOST_AT_ONCE))
    }
  }

  /** Throws where nobody answered, or said to come again. */
  private async sendBatch(batch: readonly QueuedAction[]): Promise<void> {
    const actions = batch.map(({ client_id, at, order_id, action }) => ({
      client_id,
      at,
      order_id,
      action,
    }))
    const { data, error } = await replayDeliveryActions({ body: { actions } })
    if (data) return this.taken(batch, data)
    if (!isRefusedForGood(error)) throw error
    // One that cannot be read must not keep back the others.
    if (batch.length > 1) {
      for (const each of batch) await this.sendBatch([each])
    } else {
      this.done(
        batch,
        batch.map((each) => ({ ...each, outcome: 'refused', reason: sentenceOf(error) })),
      )
    }
  }

  private taken(batch: readonly QueuedAction[], { items, deliveries }: ActionsOut): void {
    const [first] = deliveries
    if (first) heardServerClock(first.timer.as_of)
    // First what came of them, then that they are gone: nothing jumps back in between.
    for (const told of this.toldListeners) told(deliveries)
    const troubles = items.flatMap(({ client_id, outcome, message }): Trouble[] => {
      const queued = batch.find((it) => it.client_id === client_id)
      if (!queued || outcome === 'applied' || outcome === 'repeated') return []
      const delivery = deliveries.find((it) => it.order_id === queued.order_id)
      return [{ ...queued, outcome, reason: message ?? whyInVain(delivery) }]
    })
    this.done(batch, troubles)
  }

  private done(batch: readonly QueuedAction[], troubles: Trouble[]): void {
    const gone = new Set(batch.map((it) => it.client_id))
    this.change({
      waiting: this.state.waiting.filter((it) => !gone.has(it.client_id)),
      troubles: [...this.state.troubles, ...troubles],
    })
    void kept(async (db) => {
      const write = db.transaction('actions', 'readwrite')
      await Promise.all([...batch.map((it) => write.store.delete(it.client_id)), write.done])
    })
  }

  private change(part: Partial<OutboxState>): void {
    this.state = { ...this.state, ...part }
    for (const changed of this.listeners) changed()
  }
}

function whyInVain(delivery: DeliveryOut | undefined): string {
  if (delivery?.failure) return 'The delivery was given up meanwhile.'
  if (delivery?.status === 'cancelled') return 'The order was cancelled meanwhile.'
  if (delivery?.status === 'completed') return 'The delivery was completed already.'
  return 'The step before it is not known yet. It counts as soon as that comes.'
}

/** A refusal that the same actions would meet again; a lost session or a busy server is none. */
function isRefusedForGood(error: unknown): boolean {
  return isProblem(error) && [400, 413, 422].includes(error.status)
}

/** Two tabs of one driver have the same actions to tell. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request(LOCK, work)
}
