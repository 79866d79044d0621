import { useEffect, useState } from 'react'
import type { ClaimKind } from '@/api/generated/types.gen'

/** What a customer has filled in so far; it stays in this tab until it is sent. */
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
  const key = `claim-draft:${orderId}`
  const [draft, setDraft] = useState<ClaimDraft>(() => read(key))
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft))
    } catch {
      // Without room it lasts as long as the page.
    }
  }, [key, draft])
  return {
    draft,
    change: (changed: Partial<ClaimDraft>) => setDraft((before) => ({ ...before, ...changed })),
    clear: () => {
      setDraft(EMPTY)
      sessionStorage.removeItem(key)
    },
  }
}

function read(key: string): ClaimDraft {
  try {
    return { ...EMPTY, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') }
  } catch {
    return EMPTY
  }
}
