import { useQuery } from '@tanstack/react-query'
import { matchDrivers } from '@/api/generated/sdk.gen'
import type { MatchesOut, OfferOut, ScoringOut } from '@/api/generated/types.gen'

export type { MatchesOut as Matches, OfferOut as Offer, ScoringOut as Scoring }

/** Drivers move: an older list is asked for again when somebody comes back to it. */
const FRESH_MILLISECONDS = 60_000

export async function fetchMatches(quoteId: string, signal?: AbortSignal): Promise<MatchesOut> {
  const { data } = await matchDrivers({ path: { quote_id: quoteId }, signal, throwOnError: true })
  return data
}

/**
 * The five best drivers for a quote (MAT-05). A question, although it is asked with POST. Of an expired
 * quote nobody is asked for any more, and what was shown stays.
 */
export function useMatches(quoteId: string | undefined, expired: boolean) {
  return useQuery({
    queryKey: ['matches', quoteId],
    queryFn: ({ signal }) => fetchMatches(quoteId ?? '', signal),
    enabled: quoteId !== undefined && !expired,
    staleTime: FRESH_MILLISECONDS,
  })
}
