import { queryOptions, useQuery } from '@tanstack/react-query'
import { getPlace, listPopularPlaces, reverseGeocode, suggestPlaces } from '@/api/generated/sdk.gen'
import { isProblem, isWorthRetrying } from '@/api/problem'
import type { Point } from './location'
import { answerOf, TooManyRequests } from './tooManyRequests'

/** Enough for one look and one 'Show N more suggestions'. */
const SUGGESTIONS_AT_ONCE = 10

const MINUTES = 60_000

/** A server that is just being set up prepares its places for some seconds. */
const PREPARED_MS = 2_000

/** Places are nobody's: they stay when somebody signs in or out. */
const FOR_ANYBODY = { forAnybody: true }

/** A limit is not a failure that asking at once would mend. */
const retry = (failures: number, error: Error) =>
  failures < 1 && !(error instanceof TooManyRequests) && isWorthRetrying(error)

function suggestionsOptions(text: string, near: Point | null) {
  return queryOptions({
    queryKey: ['places', 'suggestions', text, near],
    queryFn: ({ signal }) =>
      answerOf(suggestPlaces({ query: { text, ...near, limit: SUGGESTIONS_AT_ONCE }, signal })),
    staleTime: 5 * MINUTES,
    retry,
    meta: FOR_ANYBODY,
    refetchInterval: ({ state }) => againIn(state.error),
  })
}

/** The question is put again by itself, when it may be, where the server has had enough or is not ready. */
function againIn(error: Error | null): number | false {
  if (error instanceof TooManyRequests) return error.seconds * 1000
  return isProblem(error) && error.status === 503 ? PREPARED_MS : false
}

/**
 * What somebody who typed *text* may mean. An answer to another text is dropped and its request
 * aborted; the one on screen stays only while the text merely grows or shrinks.
 */
export function useSuggestions(text: string, near: Point | null, enabled: boolean) {
  return useQuery({
    ...suggestionsOptions(text, near),
    enabled: enabled && text !== '',
    placeholderData: (before, query) => {
      const asked = query?.queryKey[2]
      if (typeof asked !== 'string' || asked === '') return undefined
      return asked.startsWith(text) || text.startsWith(asked) ? before : undefined
    },
  })
}

export function usePopularPlaces(enabled: boolean) {
  return useQuery({
    queryKey: ['places', 'popular'],
    queryFn: ({ signal }) => answerOf(listPopularPlaces({ signal })),
    staleTime: 60 * MINUTES,
    enabled,
    retry,
    meta: FOR_ANYBODY,
  })
}

export function placeOptions(placeId: string) {
  return queryOptions({
    queryKey: ['places', 'details', placeId],
    queryFn: ({ signal }) => answerOf(getPlace({ path: { place_id: placeId }, signal })),
    staleTime: 60 * MINUTES,
    retry,
    meta: FOR_ANYBODY,
  })
}

/** The address nearest to a position; a 404 problem where none is known. */
export function addressAtOptions({ lat, lng }: Point) {
  return queryOptions({
    queryKey: ['places', 'reverse', lat, lng],
    queryFn: ({ signal }) => answerOf(reverseGeocode({ query: { lat, lng }, signal })),
    staleTime: 60 * MINUTES,
    retry,
    meta: FOR_ANYBODY,
  })
}
