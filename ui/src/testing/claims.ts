import type { ClaimOut, ClaimStandingOut, ShownClaimOut } from '@/api/generated/types.gen'

export const NOTHING_CLAIMED: ClaimStandingOut = { possible: [], refundable_cents: 0, claims: [] }

export function aClaim(changes: Partial<ClaimOut> = {}): ClaimOut {
  return {
    id: 'clm-1',
    order_id: 'o-1',
    kind: 'not_delivered',
    account: 'Nobody came.',
    item: '',
    requested_cents: 2706,
    created_at: '2026-11-20T15:00:00Z',
    decision_due: '2026-11-23T15:00:00Z',
    state: 'open',
    closed_at: null,
    decision_reason: null,
    refunded_cents: 0,
    version: 1,
    ...changes,
  }
}

export function aShownClaim(changes: Partial<ClaimOut> = {}): ShownClaimOut {
  return { claim: aClaim(changes), statements: [], photos: [] }
}
