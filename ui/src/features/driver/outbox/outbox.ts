import { backoffMs } from '@/api/backoff'
import { replayDeliveryActions } from '@/api/generated/sdk.gen'
import type { ActionKind, ActionsOut, DeliveryOut, FailureReason } from '@/api/generated/types.gen'
import { isProblem, sentenceOf } from '@/api/problem'
import { sessionState, subscribeToSession } from '@/auth/sessionStore'
import { isOutdated } from '../shell/useShell'
import { isOfTheClock, plainWords, type QueuedAction, type Trouble } from './action'
import { ActionStore } from './actionStore'
import { serverNow, updateServerDate } from './serverClock'
import { oneTabAtATime, tabsOfOneDriver } from './tabs'

/** DRV-27: what a driver does is sent once they have paused for so long. */
const SETTLE_MS = 500
/** The server takes so many at once. */
const MOST_AT_ONCE = 200
/** A server that says nothing for so long is asked again later. */
const REQUEST_TIMEOUT_MS = 30_000
/** Two presses within this are told apart by their times. */
const ONE_MOMENT_MS = 1_000

export type OutboxState = {
  /** Done here and not yet known there, oldest first. */
  waiting: readonly QueuedAction[]
  /** Those of them that are being written down at this moment: nobody is told yet that they are kept. */
  unwritten: ReadonlySet<string>
  isSending: boolean
  /** When it is tried again by itself, in the device's milliseconds; null unless it failed. */
  againAt: number | null
  troubles: readonly Trouble[]
  /** False once something could not be written down: then it lives as long as the page. */
  isStored: boolean
  /** The server does not understand this version any more, and there is a newer one. */
  isOutdated: boolean
}

/** What a reload does not lose, or what lives as long as the page where nothing can be written down. */
export function storedActionOf({ waiting, unwritten }: OutboxState): readonly QueuedAction[] {
  return waiting.filter((it) => !unwritten.has(it.client_id))
}

const NOTHING: OutboxState = {
  waiting: [],
  unwritten: new Set(),
  isSending: false,
  againAt: null,
  troubles: [],
  isStored: true,
  isOutdated: false,
}

/** Why a delivery failed. */
export type Why = { reason: FailureReason; note: string }

/** What a driver does with one delivery; *why* goes with a failure. */
export type Act = (delivery: DeliveryOut, action: ActionKind, why?: Why) => void

/** *gone* are the orders asked about that are not the driver's any more, *applied* the steps that counted. */
type OnTaken = (
  deliveries: DeliveryOut[],
  gone: ReadonlySet<string>,
  applied: readonly QueuedAction[],
) => void

/**
 * What one driver did, from the press of a button until the server has taken it over. It outlives
 * the page, is sent in the order in which it was done, and each action counts once.
 */
export class Outbox {
  private state = NOTHING
  private failures = 0
  private lastAt = 0
  private lastSeq = 0
  private readonly stored = new Set<string>()
  private readonly written: ActionStore
  private isTakingPositions = false
  private tabs = tabsOfOneDriver()
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | undefined
  /** Whoever else signs in does not speak for this driver. */
  private readonly userId = sessionState().user?.id
  private readonly leaveSession: () => void
  private readonly listeners = new Set<() => void>()
  private readonly takenListeners = new Set<OnTaken>()
  /**
   * Tells the server where the device was, and resolves to whether it heard: a failure counts by
   * whether the driver was seen there.
   */
  positionsFirst: (() => Promise<boolean>) | undefined
  /** What an earlier page left has been read. */
  readonly ready: Promise<void>

  constructor(readonly driverId: string) {
    this.written = new ActionStore(driverId)
    this.ready = this.reread()
    this.leaveSession = subscribeToSession(this.onSession)
    this.tabs?.addEventListener('message', this.onOtherTab)
    window.addEventListener('online', this.sendNow)
    window.addEventListener('beforeunload', this.onLeaving)
    document.addEventListener('visibilitychange', this.onVisibility)
  }

  /** For a page that another driver takes over. */
  close(): void {
    clearTimeout(this.timer)
    this.leaveSession()
    this.tabs?.close()
    this.tabs = null
    window.removeEventListener('online', this.sendNow)
    window.removeEventListener('beforeunload', this.onLeaving)
    document.removeEventListener('visibilitychange', this.onVisibility)
  }

  readonly snapshot = (): OutboxState => this.state

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  /** Called with the deliveries as the server sees them after it took actions over. */
  onTaken(listener: OnTaken): () => void {
    this.takenListeners.add(listener)
    return () => this.takenListeners.delete(listener)
  }

  /** Resolves to its id once it is written down: from then on a reload does not lose it. */
  async add(
    order: Pick<DeliveryOut, 'order_id' | 'order_number'>,
    action: ActionKind,
    why?: Why,
  ): Promise<string> {
    const before = this.state.waiting.findLast((it) => it.order_id === order.order_id)
    const queued: QueuedAction = {
      seq: this.nextSeq(),
      client_id: crypto.randomUUID(),
      driver_id: this.driverId,
      order_id: order.order_id,
      order_number: order.order_number,
      action,
      at: new Date(this.nextAt()).toISOString(),
      after: before?.client_id ?? null,
      ...why,
    }
    const { client_id } = queued
    this.change({
      waiting: [...this.state.waiting, queued],
      unwritten: new Set(this.state.unwritten).add(client_id),
    })
    const isStored = await this.written.store(queued)
    if (isStored) this.stored.add(client_id)
    const unwritten = new Set(this.state.unwritten)
    unwritten.delete(client_id)
    this.change({ unwritten, isStored: this.state.isStored && isStored })
    this.tabs?.postMessage(this.driverId)
    this.failures = 0
    this.sendIn(SETTLE_MS)
    return client_id
  }

  forgetTrouble(clientId: string): void {
    this.change({ troubles: this.state.troubles.filter((it) => it.client_id !== clientId) })
    void this.written.forgetTrouble(clientId)
  }

  /**
   * Resolves once what waits has been tried. Positions prove what follows a step, so they come after
   * it: a circle that is entered before the pickup is known completes nothing.
   */
  async tried(): Promise<void> {
    await this.ready
    if (this.failures > 0 || this.isTakingPositions) return
    clearTimeout(this.timer)
    await (this.sending ?? this.send())
  }

  readonly sendNow = (): void => {
    this.failures = 0
    this.sendIn(0)
  }

  /** The queue as it is written down; another tab of this driver adds to it and sends it too. */
  private async reread(): Promise<void> {
    const found = await this.written.all()
    if (!found) return this.change({ isStored: false })
    const [actions, troubles] = found
    const written = new Set(actions.map((it) => it.client_id))
    // What was written down and is there no more was sent by the other tab.
    const here = this.state.waiting.filter(
      ({ client_id }) => !written.has(client_id) && !this.stored.has(client_id),
    )
    for (const { client_id } of actions) this.stored.add(client_id)
    const waiting = [...actions, ...here].sort((a, b) => a.seq - b.seq)
    this.lastSeq = Math.max(this.lastSeq, waiting.at(-1)?.seq ?? 0)
    this.change({ waiting, troubles: this.state.isStored ? troubles : this.state.troubles })
    if (waiting.length > 0 && !this.sending) this.sendIn(SETTLE_MS)
  }

  /** The driver is back after their session had ended in the middle of it. */
  private readonly onSession = (): void => {
    const isBack = sessionState().user?.id === this.userId
    if (isBack && this.state.waiting.length > 0 && !this.sending) this.sendIn(SETTLE_MS)
  }

  private readonly onOtherTab = ({ data }: MessageEvent): void => {
    if (data === this.driverId) void this.reread()
  }

  /** Only what is written down outlives the page. */
  private readonly onLeaving = (event: BeforeUnloadEvent): void => {
    if (!this.state.isStored && this.state.waiting.length > 0) event.preventDefault()
  }

  /** A clock that is put back does not change the order. */
  private nextSeq(): number {
    this.lastSeq = Math.max(this.lastSeq + 1, Date.now())
    return this.lastSeq
  }

  /** Two presses are never one instant; a clock that was put right is believed. */
  private nextAt(): number {
    const now = serverNow()
    this.lastAt = now > this.lastAt - ONE_MOMENT_MS ? Math.max(this.lastAt + 1, now) : now
    return this.lastAt
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
      const pause = backoffMs(this.failures)
      this.change({ againAt: Date.now() + pause })
      this.sendIn(pause)
    } finally {
      this.change({ isSending: false })
    }
  }

  private async sendAll(): Promise<void> {
    while (this.state.waiting.length > 0) {
      const { waiting } = this.state
      const failing = waiting.findIndex(({ action }) => action === 'fail')
      if (failing === 0) await this.sayWhereFirst()
      const end = waiting.findIndex(({ action }, place) => place > 0 && action === 'fail')
      await this.sendBatch(
        waiting.slice(0, end === -1 ? MOST_AT_ONCE : Math.min(end, MOST_AT_ONCE)),
      )
    }
  }

  /** Throws where positions were not heard, once: a failure does not wait for them for ever. */
  private async sayWhereFirst(): Promise<void> {
    this.isTakingPositions = true
    try {
      const wereTaken = (await this.positionsFirst?.()) ?? true
      if (!wereTaken && this.failures === 0) throw new TypeError('positions were not heard')
    } finally {
      this.isTakingPositions = false
    }
  }

  /** Throws where nobody answered, or said to come again. */
  private async sendBatch(batch: readonly QueuedAction[]): Promise<void> {
    const actions = batch.map(({ client_id, at, order_id, action, after, reason, note }) => ({
      client_id,
      at,
      order_id,
      action,
      ...(after && { after }),
      ...(reason && { reason, note: note ?? '' }),
    }))
    const asked = await replayDeliveryActions({
      body: { actions },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const { data, error } = asked
    if (data) return this.taken(batch, data, updateServerDate(asked.response))
    if (!isRefusedForGood(error)) throw error
    // One that cannot be read must not keep back the others.
    if (this.state.isStored && (await isOutdated())) {
      this.change({ isOutdated: true })
      throw error
    }
    if (batch.length > 1) {
      for (const each of batch) await this.sendBatch([each])
    } else {
      this.done(
        batch,
        batch.map((each) => ({ ...each, outcome: 'refused', reason: sentenceOf(error) })),
      )
    }
  }

  /** *wrongBy* is how far the times were off, in milliseconds, as the answer's own date has it. */
  private taken(batch: readonly QueuedAction[], response: ActionsOut, wrongBy: number): void {
    const { items, deliveries } = response
    // First what came of them, then that they are gone: nothing jumps back in between.
    const left = new Set(deliveries.map((it) => it.order_id))
    const lost = new Set(batch.map((it) => it.order_id).filter((id) => !left.has(id)))
    const counted = new Set(items.flatMap((it) => (it.outcome === 'applied' ? [it.client_id] : [])))
    const applied = batch.filter((it) => counted.has(it.client_id))
    for (const listener of this.takenListeners) listener(deliveries, lost, applied)
    const ofTheClock = new Set(
      items.flatMap((it) =>
        it.outcome === 'refused' && isOfTheClock(it.message) ? [it.client_id] : [],
      ),
    )
    const again = batch.filter((it) => ofTheClock.has(it.client_id) && !it.isRedated)
    const gone = batch.filter((it) => !again.includes(it))
    const troubles = items.flatMap(({ client_id, outcome, message }): Trouble[] => {
      const queued = gone.find((it) => it.client_id === client_id)
      if (!queued || outcome === 'applied' || outcome === 'repeated') return []
      const delivery = deliveries.find((it) => it.order_id === queued.order_id)
      const reason = message ? plainWords(message) : whyInVain(delivery)
      return [{ ...queued, outcome, reason }]
    })
    this.redate(again, wrongBy)
    this.done(gone, troubles)
  }

  /** Their times rest on a wrong clock: the same actions, at the times that they had by the server's. */
  private redate(batch: readonly QueuedAction[], wrongBy: number): void {
    const latest = serverNow()
    const redated = new Map(
      batch.map((it) => {
        const at = new Date(Math.min(Date.parse(it.at) + wrongBy, latest)).toISOString()
        return [it.client_id, { ...it, at, isRedated: true }]
      }),
    )
    this.change({ waiting: this.state.waiting.map((it) => redated.get(it.client_id) ?? it) })
    for (const queued of redated.values()) void this.written.store(queued)
  }

  private done(batch: readonly QueuedAction[], found: readonly Trouble[]): void {
    const gone = new Set(batch.map((it) => it.client_id))
    const troubles = found.map(
      ({ client_id, driver_id, order_number, action, outcome, reason }): Trouble => ({
        client_id,
        driver_id,
        order_number,
        action,
        outcome,
        reason,
      }),
    )
    this.change({
      waiting: this.state.waiting.filter((it) => !gone.has(it.client_id)),
      troubles: [...this.state.troubles, ...troubles],
    })
    void this.written.settle(batch, troubles).then(() => this.tabs?.postMessage(this.driverId))
  }

  private change(part: Partial<OutboxState>): void {
    this.state = { ...this.state, ...part }
    for (const changed of this.listeners) changed()
  }
}

function whyInVain(delivery: DeliveryOut | undefined): string {
  if (delivery?.failure) return 'The delivery was given up meanwhile.'
  if (delivery?.status === 'cancelled') return 'The order was canceled meanwhile.'
  if (delivery?.status === 'completed') return 'The delivery was completed already.'
  return 'The step before it is not known yet. It counts as soon as that comes.'
}

/** A refusal that the same actions would meet again; a lost session or a busy server is none. */
function isRefusedForGood(error: unknown): boolean {
  return isProblem(error) && [400, 404, 410, 413, 422].includes(error.status)
}
