import { useCallback, useState } from 'react'
import { BOOKING_DRAFT, mayStoreFor, onPersonalDataCleared } from '@/auth/personalData'
import type { SessionUser } from '@/auth/storedSession'
import { changed, ownedBy } from './changes'
import { type Draft, EMPTY_DRAFT, parseDraft } from './draft'
import { keepLastPhone, phoneToOffer } from './lastPhone'

const KEY = BOOKING_DRAFT

/** Stands in where the browser forbids storage: the page still books while it stays open. */
let inMemory: string | null = null
onPersonalDataCleared(() => {
  inMemory = null
})

/** One tab's booking: it outlives a reload and a sign-in, and ends with the tab. */
export function readDraft(): Draft {
  const store = storage()
  return parseDraft(store ? store.getItem(KEY) : inMemory)
}

function storeDraft(draft: Draft): void {
  inMemory = draft === EMPTY_DRAFT ? null : JSON.stringify(draft)
  if (inMemory === null) storage()?.removeItem(KEY)
  else storage()?.setItem(KEY, inMemory)
}

function storage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}

export interface DraftState {
  draft: Draft
  change: (part: Partial<Draft>) => void
  /** For changes that are worked out from the draft as it is by then. */
  update: (change: (draft: Draft) => Draft) => void
  /** Ends what is kept. The page goes on showing its last state until it is left. */
  clear: () => void
}

/**
 * The draft in the hands of *user*. Every change is in storage before the next thing can happen; what
 * the server answers after they have logged out changes nothing.
 */
export function useDraft(user: SessionUser): DraftState {
  const { id } = user
  const [draft, setDraft] = useState(() => {
    const mine = ownedBy(readDraft(), { ...user, phone: phoneToOffer(user) })
    if (mayStoreFor(id)) storeDraft(mine)
    return mine
  })
  const update = useCallback(
    (change: (draft: Draft) => Draft) => {
      if (!mayStoreFor(id)) return
      const next = change(readDraft())
      storeDraft(next)
      setDraft(next)
    },
    [id],
  )
  const change = useCallback(
    (part: Partial<Draft>) => update((before) => changed(before, part)),
    [update],
  )
  const clear = useCallback(() => {
    keepLastPhone(readDraft(), user)
    storeDraft(EMPTY_DRAFT)
  }, [user])
  return { draft, change, update, clear }
}
