import type { MessageIn } from '@/api/generated/types.gen'
import { mayStoreFor } from '@/auth/personalData'
import { DRAFT_KEY_PREFIX } from '@/auth/storedSession'

/** A message from the press of the button until the server has it. */
export type Outgoing = {
  /** The server takes what comes twice under one key once. */
  key: string
  body: MessageIn
  /** How its bubble reads until the server's own text is known. */
  shown: string
  at: string
  state: 'sending' | 'waiting' | 'failed'
  /** The server's sentence, where it is `failed`. */
  error: string | null
  /** Which field of it the server complained about. */
  param: string | null
}

/** What somebody has begun to write in one thread, and what they sent that nobody has yet. */
export type StoredThread = {
  draft: string
  /** Under which key the draft was sent in vain; the same text goes again under the same. */
  draftKey: string | null
  outgoing: Outgoing[]
}

const NOTHING: StoredThread = { draft: '', draftKey: null, outgoing: [] }

const nameOf = (userId: string, orderId: string) => `${DRAFT_KEY_PREFIX}${userId} ${orderId}`

/** In this tab alone, so that a reload loses nothing and nobody else at the device finds it. */
export function storedThread(userId: string, orderId: string): StoredThread {
  try {
    const text = sessionStorage.getItem(nameOf(userId, orderId))
    return text ? { ...NOTHING, ...(JSON.parse(text) as Partial<StoredThread>) } : NOTHING
  } catch {
    // Something else has written there, or the browser keeps nothing.
    return NOTHING
  }
}

export function storeThread(userId: string, orderId: string, part: Partial<StoredThread>): void {
  if (!mayStoreFor(userId)) return
  const all = { ...storedThread(userId, orderId), ...part }
  const name = nameOf(userId, orderId)
  try {
    if (all.draft === '' && all.outgoing.length === 0) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(all))
  } catch {
    // A browser that keeps nothing still sends.
  }
}
