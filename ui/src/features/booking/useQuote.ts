import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { requestQuote } from '@/api/generated/sdk.gen'
import type { QuoteIn } from '@/api/generated/types.gen'
import { withQuote } from './draft/changes'
import type { Draft } from './draft/draft'
import type { DraftState } from './draft/useDraft'
import { quoteRequestKey } from './quoteRequest'

/** A typed weight asks once it rests, not at every digit. */
const SETTLE_MILLISECONDS = 300

export type Priced = NonNullable<Draft['priced']>

/**
 * A quote, and when it ends on this device's clock: a phone that is an hour off must not find
 * every quote expired.
 */
export async function fetchQuote(request: string, signal?: AbortSignal): Promise<Priced> {
  const { data, response } = await requestQuote({
    body: JSON.parse(request) as QuoteIn,
    signal,
    throwOnError: true,
  })
  const here = Date.now()
  const there = Date.parse(response.headers.get('date') ?? '') || here
  const expiresAt = here + Date.parse(data.expires_at) - there
  return { request: request, quote: data, expiresAt, replacedCents: null }
}

/**
 * The bookable quote of the draft. Its answer is kept in the draft, where it outlives a reload.
 * `earlier` answers the request before it, to be shown as such while the new answer is on its way.
 */
export function useQuote({ draft, update }: DraftState, wanted: boolean) {
  const request = quoteRequestKey(draft)
  const [settled] = useDebouncedValue(request, SETTLE_MILLISECONDS)
  const query = useQuery({
    queryKey: ['quote', settled],
    queryFn: async ({ signal }) => {
      const priced = await fetchQuote(settled ?? '', signal)
      update((now) => withQuote(now, priced))
      return priced
    },
    enabled: wanted && settled !== null && settled === request && draft.priced === null,
    // A quote is good for one request and a quarter of an hour: no answer is ever taken from a cache.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const last = useRef(draft.priced)
  if (draft.priced) last.current = draft.priced
  const waiting = request !== null && draft.priced === null && !query.isError
  const paused = query.fetchStatus === 'paused'
  // Offline, an answer to another question would pass for the answer to this one.
  const earlier = waiting && !paused ? last.current : null
  return { query, waiting, paused, earlier }
}
