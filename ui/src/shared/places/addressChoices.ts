import type { Suggestion } from './location'
import type { RecentSearch } from './recentSearches'

/** How many places are shown before somebody asks for more. */
const SHOWN_AT_FIRST = 5
/** The longest list of popular places (MAP-11). */
const MAX_POPULAR = 15

/** One line of the list that the arrow keys reach. */
export type Choice =
  | { kind: 'place'; key: string; suggestion: Suggestion }
  | { kind: 'recent'; key: string; search: RecentSearch }
  | { kind: 'forget'; key: string }
  | { kind: 'more'; key: string; count: number }

export interface ChoiceGroup {
  heading: 'Address Suggestions' | 'Recent Searches' | 'Popular Locations'
  /** How many there are in all, shown or not. */
  count: number
  choices: Choice[]
}

export function suggestionGroups(suggestions: Suggestion[], expanded: boolean): ChoiceGroup[] {
  return placesGroup('Address Suggestions', suggestions, expanded)
}

/** What an empty field offers (MAP-08, MAP-10). */
export function idleGroups(
  recent: RecentSearch[],
  popular: Suggestion[],
  expanded: boolean,
): ChoiceGroup[] {
  const groups = placesGroup('Popular Locations', popular.slice(0, MAX_POPULAR), expanded)
  if (recent.length === 0) return groups
  const choices: Choice[] = recent.map((search) => ({
    kind: 'recent',
    key: `recent ${search.location.place_id}`,
    search,
  }))
  choices.push({ kind: 'forget', key: 'forget' })
  return [{ heading: 'Recent Searches', count: recent.length, choices }, ...groups]
}

function placesGroup(
  heading: ChoiceGroup['heading'],
  suggestions: Suggestion[],
  expanded: boolean,
): ChoiceGroup[] {
  if (suggestions.length === 0) return []
  const shown = expanded ? suggestions : suggestions.slice(0, SHOWN_AT_FIRST)
  const choices: Choice[] = shown.map((suggestion) => ({
    kind: 'place',
    key: `place ${suggestion.place_id}`,
    suggestion,
  }))
  const count = suggestions.length - shown.length
  if (count > 0) choices.push({ kind: 'more', key: 'more', count })
  return [{ heading, count: suggestions.length, choices }]
}

/** For a screen reader: how much there is, once, when it has come. */
export function announcementOf(groups: ChoiceGroup[]): string {
  return groups.map(({ heading, count }) => spoken(heading, count)).join(', ')
}

function spoken(heading: ChoiceGroup['heading'], count: number): string {
  const [one, many] = NOUNS[heading]
  return `${count} ${count === 1 ? one : many}`
}

const NOUNS = {
  'Address Suggestions': ['address suggestion', 'address suggestions'],
  'Recent Searches': ['recent search', 'recent searches'],
  'Popular Locations': ['popular location', 'popular locations'],
} satisfies Record<ChoiceGroup['heading'], [string, string]>
