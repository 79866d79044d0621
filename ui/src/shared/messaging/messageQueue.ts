import { onlineManager } from '@tanstack/react-query'
import { sendMessage } from '@/api/generated/sdk.gen'
import type { MessageIn, MessageOut } from '@/api/generated/types.gen'
import { fieldOf, isProblem, sentenceOf } from '@/api/problem'
import { sessionState } from '@/auth/sessionStore'
import { type Outgoing, storedThread, storeThread } from './storage'

const FINE = { error: null, param: null }

type OnSent = (message: MessageOut) => void

/**
 * What one person sends in one thread, in the order in which they wrote it. It goes on when the
 * panel is closed, waits for a lost connection, and outlives a reload.
 */
export class MessageQueue {
  private items: readonly Outgoing[]
  private running = false
  private readonly listeners = new Set<() => void>()
  private readonly sentListeners = new Set<OnSent>()
  /** For a page that begins anew. */
  readonly close: () => void

  constructor(
    private readonly userId: string,
    private readonly orderId: string,
  ) {
    this.items = storedThread(userId, orderId).outgoing
    this.close = onlineManager.subscribe(() => void this.run())
    void this.run()
  }

  readonly snapshot = (): readonly Outgoing[] => this.items

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  /** Called with what the server has taken. */
  onSent(listener: OnSent): () => void {
    this.sentListeners.add(listener)
    return () => this.sentListeners.delete(listener)
  }

  send(key: string, body: MessageIn, shown: string): void {
    const at = new Date().toISOString()
    const item: Outgoing = { key, body, shown, at, state: 'sending', ...FINE }
    this.change([...this.items, item])
    void this.run()
  }

  again(key: string): void {
    this.update(key, { state: 'sending', ...FINE })
    void this.run()
  }

  remove(key: string): void {
    this.change(this.items.filter((it) => it.key !== key))
  }

  /** One after the other: what was written first is read first. */
  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    try {
      for (let next = this.next(); next; next = this.next()) await this.trySending(next)
    } finally {
      this.running = false
    }
  }

  private next(): Outgoing | undefined {
    const isOwn = sessionState().user?.id === this.userId
    const next = isOwn ? this.items.find((it) => it.state !== 'failed') : undefined
    if (!next || onlineManager.isOnline()) return next
    if (next.state !== 'waiting') {
      const wait = (it: Outgoing): Outgoing =>
        it.state === 'sending' ? { ...it, state: 'waiting' } : it
      this.change(this.items.map(wait))
    }
    return undefined
  }

  private async trySending({ key, body }: Outgoing): Promise<void> {
    this.update(key, { state: 'sending' })
    const path = { order_id: this.orderId }
    try {
      const headers = { 'Idempotency-Key': key }
      const { data } = await sendMessage({ path, body, headers, throwOnError: true })
      for (const listener of this.sentListeners) listener(data)
      this.remove(key)
    } catch (error) {
      // A connection that broke off is told by the browser, and what was sent waits for it.
      if (!isProblem(error) && !onlineManager.isOnline()) return
      const param = fieldOf(error) ?? null
      this.update(key, { state: 'failed', error: sentenceOf(error), param })
    }
  }

  private update(key: string, part: Partial<Outgoing>): void {
    this.change(this.items.map((it) => (it.key === key ? { ...it, ...part } : it)))
  }

  private change(items: readonly Outgoing[]): void {
    this.items = items
    storeThread(this.userId, this.orderId, { outgoing: [...items] })
    for (const changed of this.listeners) changed()
  }
}

const known = new Map<string, MessageQueue>()

/** The same one for everybody who shows the thread. */
export function messageQueueOf(userId: string, orderId: string): MessageQueue {
  const name = `${userId} ${orderId}`
  const found = known.get(name) ?? new MessageQueue(userId, orderId)
  known.set(name, found)
  return found
}

/** For tests, each of which begins with a page of its own. */
export function resetMessageQueues(): void {
  for (const each of known.values()) each.close()
  known.clear()
}
