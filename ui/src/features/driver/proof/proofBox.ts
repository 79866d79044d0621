import { backoffMs } from '@/api/backoff'
import { sendProofPhoto, submitProof } from '@/api/generated/sdk.gen'
import type { OrderOut, ProofIn } from '@/api/generated/types.gen'
import { codeOf, isProblem, sentenceOf } from '@/api/problem'
import { sessionState } from '@/auth/sessionStore'
import type { ProofDraft } from '@/shared/proof/draft'
import { proofDatabase, type QueuedProof } from './database'

export type ProofTrouble = { client_id: string; order_number: number; reason: string }

export type ProofBoxState = {
  waiting: readonly QueuedProof[]
  troubles: readonly ProofTrouble[]
}

export type Sent = 'taken' | 'queued'

/** What is true later and not yet: the steps before it may still be on their way. */
const COMES_LATER = new Set(['pickup_not_confirmed', 'delivery_not_in_progress'])
const LOCK = 'haulage-proofs'

/**
 * One driver's proofs from the press of the button until the server has them. They outlive the page,
 * and each counts once however often it is sent.
 */
export class ProofBox {
  private state: ProofBoxState = { waiting: [], troubles: [] }
  private failures = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Whoever else signs in does not speak for this driver. */
  private readonly userId = sessionState().user?.id
  private readonly listeners = new Set<() => void>()
  private readonly takenListeners = new Set<(taken: QueuedProof) => void>()
  readonly ready: Promise<void>

  constructor(readonly driverId: string) {
    this.ready = this.restore()
    window.addEventListener('online', this.sendNow)
  }

  close(): void {
    clearTimeout(this.timer)
    window.removeEventListener('online', this.sendNow)
  }

  readonly snapshot = (): ProofBoxState => this.state

  readonly subscribe = (changed: () => void): (() => void) => {
    this.listeners.add(changed)
    return () => this.listeners.delete(changed)
  }

  /** Called when the server has taken a proof, before it is forgotten here. */
  onTaken(taken: (proof: QueuedProof) => void): () => void {
    this.takenListeners.add(taken)
    return () => this.takenListeners.delete(taken)
  }

  /**
   * Written down first, then sent. Rejects with what the server refused it for; where nobody answers
   * it is kept and sent later.
   */
  async add(order: Pick<OrderOut, 'id' | 'number'>, draft: ProofDraft): Promise<Sent> {
    const queued: QueuedProof = {
      client_id: draft.clientId,
      driver_id: this.driverId,
      order_id: order.id,
      order_number: order.number,
      body: bodyOf(draft),
      photo: draft.photo,
    }
    await this.keep(queued)
    if (!navigator.onLine) return 'queued'
    try {
      await sent(queued)
    } catch (error) {
      if (isWorthKeeping(error)) {
        this.sendIn(backoffMs(1))
        return 'queued'
      }
      await this.forget(queued.client_id)
      throw error
    }
    await this.done(queued)
    return 'taken'
  }

  readonly sendNow = (): void => {
    this.failures = 0
    this.sendIn(0)
  }

  forgetTrouble(clientId: string): void {
    this.change({ troubles: this.state.troubles.filter((it) => it.client_id !== clientId) })
    void this.forget(clientId)
  }

  private async restore(): Promise<void> {
    const db = await proofDatabase()
    const found = db ? await db.getAllFromIndex('proofs', 'driver', this.driverId) : []
    const known = new Set(this.state.waiting.map((it) => it.client_id))
    const before = found.filter((it) => !known.has(it.client_id) && it.refused === undefined)
    const troubles = found.flatMap(({ client_id, order_number, refused }) =>
      refused === undefined ? [] : [{ client_id, order_number, reason: refused }],
    )
    this.change({ waiting: [...before, ...this.state.waiting], troubles })
    if (before.length === 0) return
    this.sendIn(0)
  }

  private sendIn(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.sendAll(), ms)
  }

  private async sendAll(): Promise<void> {
    if (this.state.waiting.length === 0 || !navigator.onLine) return
    if (sessionState().user?.id !== this.userId) return
    let left = false
    await oneTabAtATime(async () => {
      for (const queued of this.state.waiting) {
        try {
          await sent(queued)
          await this.done(queued)
        } catch (error) {
          if (isWorthKeeping(error)) left = true
          else await this.giveUp(queued, sentenceOf(error))
        }
      }
    })
    if (!left) return
    this.failures += 1
    this.sendIn(backoffMs(this.failures))
  }

  private async done(queued: QueuedProof): Promise<void> {
    for (const taken of this.takenListeners) taken(queued)
    await this.forget(queued.client_id)
  }

  private async giveUp(queued: QueuedProof, reason: string): Promise<void> {
    const { client_id, order_number } = queued
    this.change({
      waiting: this.state.waiting.filter((it) => it.client_id !== client_id),
      troubles: [...this.state.troubles, { client_id, order_number, reason }],
    })
    const db = await proofDatabase()
    await db?.put('proofs', { ...queued, photo: null, refused: reason }).catch(() => undefined)
  }

  private async keep(queued: QueuedProof): Promise<void> {
    const db = await proofDatabase()
    // A device without room goes on in memory.
    await db?.put('proofs', queued).catch(() => undefined)
    const others = this.state.waiting.filter((it) => it.client_id !== queued.client_id)
    this.change({ waiting: [...others, queued] })
  }

  private async forget(clientId: string): Promise<void> {
    this.change({ waiting: this.state.waiting.filter((it) => it.client_id !== clientId) })
    const db = await proofDatabase()
    await db?.delete('proofs', clientId).catch(() => undefined)
  }

  private change(part: Partial<ProofBoxState>): void {
    this.state = { ...this.state, ...part }
    for (const changed of this.listeners) changed()
  }
}

/** The picture first, then what names it; both may be sent again. */
async function sent({ order_id, client_id, body, photo }: QueuedProof): Promise<void> {
  if (photo) {
    await sendProofPhoto({ path: { order_id, client_id }, body: photo, throwOnError: true })
  }
  await submitProof({ path: { order_id }, body, throwOnError: true })
}

function bodyOf(draft: ProofDraft): ProofIn {
  const { signature } = draft
  return {
    client_id: draft.clientId,
    at: draft.at,
    recipient_name: draft.recipientName,
    signature:
      signature &&
      (signature.kind === 'drawn' ? { strokes: signature.strokes } : { text: signature.text }),
    photo: draft.photo ? draft.clientId : null,
    position: draft.position,
    pin: draft.pin,
  }
}

/** Whether it may be taken later: nobody answered, or what comes before it is not known there yet. */
function isWorthKeeping(error: unknown): boolean {
  if (!isProblem(error)) return true
  if (error.status >= 500 || error.status === 401 || error.status === 429) return true
  return COMES_LATER.has(codeOf(error) ?? '')
}

async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request(LOCK, work)
}
