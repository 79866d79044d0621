import type { ClaimKind } from '@/api/generated/types.gen'
import { optionParam, textParam } from '@/components/filters/searchParams'
import { KINDS, STATE_NAMES } from '@/shared/claims/labels'

/** The reports' part of the admin page's address. */
export interface ClaimsSearch {
  kind?: ClaimKind
  /** Without it what is still to be decided. */
  claims?: ClaimStateFilter
  search?: string
  /** The report whose details are open. */
  claim?: string
}

export const CLAIM_STATE_NAMES = { all: 'All', ...STATE_NAMES }

type ClaimStateFilter = keyof typeof CLAIM_STATE_NAMES

/** Whatever an address may say; what makes no sense counts as not said. */
export function claimsSearch(search: Record<string, unknown>): ClaimsSearch {
  return {
    kind: optionParam(KINDS, search.kind),
    claims: optionParam(CLAIM_STATE_NAMES, search.claims),
    search: textParam(search.search),
    claim: textParam(search.claim),
  }
}

/** What the list without any state chosen holds. */
export const TO_DECIDE = 'To decide'

/** What narrows the list, in words. */
export function filtersOf({ kind, claims, search }: ClaimsSearch): string[] {
  return [
    ...(kind ? [`Problem: ${KINDS[kind]}`] : []),
    ...(claims === 'all' ? [] : [`State: ${claims ? CLAIM_STATE_NAMES[claims] : TO_DECIDE}`]),
    ...(search ? [`Search: ${search}`] : []),
  ]
}

/** What is asked of the server. */
export function questionOf({ kind, claims, search }: ClaimsSearch) {
  return {
    ...(search && { search }),
    ...(kind && { kind }),
    ...(claims === undefined && { undecided: true }),
    ...(claims && claims !== 'all' && { state: claims }),
  }
}
