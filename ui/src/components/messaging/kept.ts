import { mayKeepFor } from '@/api/remains'
import { DRAFTS } from '@/api/storedSession'
import type { Outgoing } from './sending'

/** What somebody has begun to write in one thread, and what they sent that nobody has yet. */
export type Kept = {
  draft: string
  /** Under which key the draft was sent in vain; the same text goes again under the same. */
  draftKey: string | null
  outgoing: Outgoing[]
}

const NOTHING: Kept = { draft: '', draftKey: null, outgoing: [] }

const nameOf = (userId: string, orderId: string) => `${DRAFTS}${userId} ${orderId}`

/** In this tab alone, so that a reload loses nothing and nobody else at the device finds it. */
export function keptOf(userId: string, orderId: string): Kept {
  try {
    const text = sessionStorage.getItem(nameOf(userId, orderId))
    return text ? { ...NOTHING, ...(JSON.parse(text) as Partial<Kept>) } : NOTHING
  } catch {
    // Something else has written there, or the browser keeps nothing.
    return NOTHING
  }
}

export function keep(userId: string, orderId: string, part: Partial<Kept>): void {
  if (!mayKeepFor(userId)) return
  const all = { ...keptOf(userId, orderId), ...part }
  const name = nameOf(userId, orderId)
  try {
    if (all.draft === '' && all.outgoing.length === 0) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(all))
  } catch {
    // A browser that keeps nothing still sends.
  }
}
