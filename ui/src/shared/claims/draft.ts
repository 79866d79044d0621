import { useEffect, useState } from 'react'
import type { ClaimKind } from '@/api/generated/types.gen'
import { CLAIM_DRAFT_PREFIX, mayStoreFor } from '@/auth/personalData'
import { useSession } from '@/auth/session'

/** What a customer has filled in so far; it stays in this tab until it is sent or they log out. */
export type ClaimDraft = {
  kind: ClaimKind | null
  account: string
  item: string
  /** Whether money is asked back, and how much as it was typed. */
  wantsRefund: boolean | null
  amount: string
}

const EMPTY: ClaimDraft = { kind: null, account: '', item: '', wantsRefund: null, amount: '' }

export function useClaimDraft(orderId: string) {
  const { user } = useSession()
  const person = user?.id
  const name = `${CLAIM_DRAFT_PREFIX}${person} ${orderId}`
  const [draft, setDraft] = useState<ClaimDraft>(() => stored(name))
  useEffect(() => {
    if (person !== undefined && mayStoreFor(person)) store(name, draft)
  }, [person, name, draft])
  return {
    draft,
    change: (changed: Partial<ClaimDraft>) => setDraft((before) => ({ ...before, ...changed })),
    clear: () => {
      setDraft(EMPTY)
      // Whoever cancels closes the form with it, before it is drawn again.
      store(name, EMPTY)
    },
  }
}

function store(name: string, draft: ClaimDraft): void {
  try {
    if (draft === EMPTY) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(draft))
  } catch {
    // Without room it lasts as long as the page.
  }
}

function stored(name: string): ClaimDraft {
  try {
    const text = sessionStorage.getItem(name)
    return text ? { ...EMPTY, ...(JSON.parse(text) as Partial<ClaimDraft>) } : EMPTY
  } catch {
    return EMPTY
  }
}
