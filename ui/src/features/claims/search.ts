import type { ClaimKind, ClaimState } from '@/api/generated/types.gen'
import { optionParam, textParam } from '@/components/filters/searchParams'
import { KINDS } from '@/shared/claims/labels'

/** The reports' part of the admin page's address. */
export interface ClaimsSearch {
  kind?: ClaimKind
  /** Without it what is still to be decided. */
  claims?: ClaimStand
  /** The report whose details are open. */
  claim?: string
}

export const CLAIM_STANDS = {
  all: 'All',
  open: 'New',
  information_requested: 'Waiting for the customer',
  answered: 'Answered',
  refunded: 'Refunded',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} satisfies Record<ClaimState | 'all', string>

type ClaimStand = keyof typeof CLAIM_STANDS

/** Whatever an address may say; what makes no sense counts as not said. */
export function claimsSearch(search: Record<string, unknown>): ClaimsSearch {
  return {
    kind: optionParam(KINDS, search.kind),
    claims: optionParam(CLAIM_STANDS, search.claims),
    claim: textParam(search.claim),
  }
}

/** What is asked of the server. */
export function questionOf({ kind, claims }: ClaimsSearch) {
  return {
    ...(kind && { kind }),
    ...(claims === undefined && { undecided: true }),
    ...(claims && claims !== 'all' && { state: claims }),
  }
}
