import { useSyncExternalStore } from 'react'
import { onPersonalDataCleared, RECENT_SEARCHES } from '@/auth/personalData'
import type { Location } from './location'

const KEY = RECENT_SEARCHES
/** How many searches are kept (MAP-08). */
const MAX_SEARCHES = 5
/** No address is longer; what is, did not come from here. */
const LONGEST_TEXT = 300

/** A choice made before: what was shown, and the location that it led to. */
export interface RecentSearch {
  main_text: string
  secondary_text: string
  location: Location
}

let searches = read()
const listeners = new Set<() => void>()

/** The latest choices first, alike in every field and every open tab. */
export function useRecentSearches(): RecentSearch[] {
  return useSyncExternalStore(
    watch,
    () => searches,
    () => NONE,
  )
}

export function rememberSearch(search: RecentSearch): void {
  write([search, ...searches.filter((other) => !isSame(search, other))])
}

export function forgetSearch(search: RecentSearch): void {
  write(searches.filter((other) => !isSame(search, other)))
}

export function forgetAllSearches(): void {
  write([])
}

const NONE: RecentSearch[] = []

/** One place may be found under two ids, and two lines that read alike help nobody. */
function isSame(one: RecentSearch, other: RecentSearch): boolean {
  if (one.location.place_id === other.location.place_id) return true
  const line = (search: RecentSearch) =>
    `${search.main_text}|${search.secondary_text}`.toLowerCase()
  return line(one) === line(other)
}

function watch(changed: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return
    searches = read()
    changed()
  }
  listeners.add(changed)
  window.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', elsewhere)
  }
}

function write(next: RecentSearch[]): void {
  searches = next.slice(0, MAX_SEARCHES)
  try {
    window.localStorage.setItem(KEY, JSON.stringify(searches))
  } catch {
    // A full or forbidden storage costs the memory of the next visit, not the booking.
  }
  for (const changed of listeners) changed()
}

/** Anybody may have written into the storage: what is no search is left out. */
function read(): RecentSearch[] {
  try {
    const stored: unknown = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isSearch).slice(0, MAX_SEARCHES) : []
  } catch {
    return []
  }
}

/** For whoever cleared the storage behind our back. */
export function rereadSearches(): void {
  searches = read()
  for (const changed of listeners) changed()
}

onPersonalDataCleared(rereadSearches)

function isSearch(value: unknown): value is RecentSearch {
  return (
    isRecord(value) &&
    isText(value.main_text) &&
    value.main_text !== '' &&
    isText(value.secondary_text) &&
    isLocation(value.location)
  )
}

function isLocation(value: unknown): value is Location {
  return (
    isRecord(value) &&
    isWithin(value.lat, 90) &&
    isWithin(value.lng, 180) &&
    isText(value.address) &&
    isText(value.formatted_address) &&
    isText(value.place_id) &&
    typeof value.approximate === 'boolean' &&
    isText(value.precision) &&
    Array.isArray(value.types) &&
    value.types.every(isText) &&
    isRecord(value.address_components) &&
    Object.values(value.address_components).every((part) => part === null || isText(part))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT
}

function isWithin(value: unknown, limit: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= limit
}
