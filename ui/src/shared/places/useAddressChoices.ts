import { useDebouncedValue } from '@mantine/hooks'
import { announcementOf, type ChoiceGroup, idleGroups, suggestionGroups } from './addressChoices'
import type { Point } from './location'
import { usePopularPlaces, useSuggestions } from './queries'
import { useRecentSearches } from './recentSearches'
import { TooManyRequests } from './tooManyRequests'

/** The pause in typing after which suggestions are asked for, in milliseconds (MAP-07). */
const TYPING_PAUSE_MS = 150

/** What the list says where it has nothing, or nothing yet, to choose from. */
export type ListState =
  | { kind: 'ready' }
  | { kind: 'loading' }
  | { kind: 'nothing'; text: string }
  | { kind: 'offline' }
  | { kind: 'limited'; seconds: number; since: number }
  | { kind: 'failed'; error: unknown }

export interface AddressChoices {
  groups: ChoiceGroup[]
  state: ListState
  /** An answer is on its way, whether or not an older one is still shown. */
  waiting: boolean
  announcement: string
  tryAgain: () => void
}

export function useAddressChoices(asked: {
  text: string
  near: Point | null
  open: boolean
  expanded: boolean
}): AddressChoices {
  const text = asked.text.trim()
  const [paused] = useDebouncedValue(text, TYPING_PAUSE_MS)
  const settled = isPartOf(paused, text) || isPartOf(text, paused) ? paused : ''
  const suggestions = useSuggestions(settled, asked.near, asked.open)
  const popular = usePopularPlaces(asked.open && text === '')
  const recent = useRecentSearches()
  const query = text === '' ? popular : suggestions
  const items = (settled !== '' || text === '') && query.data ? query.data.items : []
  const groups =
    text === ''
      ? idleGroups(recent, items, asked.expanded)
      : suggestionGroups(items, asked.expanded)
  const waiting = query.isFetching || settled !== text
  const state = stateOf(query, { settled, waiting, empty: items.length === 0 })
  return {
    groups,
    state,
    waiting,
    announcement: waiting ? '' : announcementOf(groups),
    tryAgain: () => void query.refetch(),
  }
}

/** Text that was replaced rather than typed on has nothing to do with what stood there before. */
function isPartOf(part: string, whole: string): boolean {
  return part !== '' && whole.startsWith(part)
}

type Asked = ReturnType<typeof useSuggestions> | ReturnType<typeof usePopularPlaces>

function stateOf(
  query: Asked,
  { settled, waiting, empty }: { settled: string; waiting: boolean; empty: boolean },
): ListState {
  if (!empty) return { kind: 'ready' }
  if (query.fetchStatus === 'paused') return { kind: 'offline' }
  if (query.error instanceof TooManyRequests) {
    return { kind: 'limited', seconds: query.error.seconds, since: query.errorUpdatedAt }
  }
  if (waiting) return { kind: 'loading' }
  if (query.error) return { kind: 'failed', error: query.error }
  return settled === '' ? { kind: 'ready' } : { kind: 'nothing', text: settled }
}
