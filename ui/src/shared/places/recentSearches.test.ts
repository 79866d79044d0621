import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aLocation } from '@/testing/places'
import {
  forgetAllSearches,
  forgetSearch,
  rememberSearch,
  rereadSearches,
  useRecentSearches,
} from './recentSearches'

const KEY = 'haulage.recent-searches'

const search = (name: string) => ({
  main_text: name,
  secondary_text: 'New York, NY',
  location: aLocation(name),
})

function stored() {
  const { result } = renderHook(() => useRecentSearches())
  return result.current.map(({ main_text }) => main_text)
}

beforeEach(() => {
  localStorage.clear()
  rereadSearches()
})

test('the latest five are kept, the latest first', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) rememberSearch(search(name))
  expect(stored()).toEqual(['f', 'e', 'd', 'c', 'b'])
  rereadSearches()
  expect(stored()).toEqual(['f', 'e', 'd', 'c', 'b'])
})

test('what is chosen again moves up and is listed once', () => {
  for (const name of ['a', 'b']) rememberSearch(search(name))
  rememberSearch(search('a'))
  expect(stored()).toEqual(['a', 'b'])
})

test('two ids that read alike are one search', () => {
  rememberSearch(search('a'))
  rememberSearch({ ...search('a'), location: aLocation('a', { place_id: 'another' }) })
  expect(stored()).toEqual(['a'])
})

test('one or all can be forgotten', () => {
  for (const name of ['a', 'b', 'c']) rememberSearch(search(name))
  forgetSearch(search('b'))
  expect(stored()).toEqual(['c', 'a'])
  forgetAllSearches()
  expect(stored()).toEqual([])
  expect(localStorage.getItem(KEY)).toBe('[]')
})

const FORGED: [string, unknown][] = [
  ['no list', { main_text: 'a' }],
  ['no records', [null, 1, 'a', []]],
  ['no location', [{ main_text: 'a', secondary_text: '' }]],
  ['a position off the earth', [{ ...search('a'), location: aLocation('a', { lat: 91 }) }]],
  ['a position as text', [{ ...search('a'), location: { ...aLocation('a'), lng: '1' } }]],
  ['a text without end', [{ ...search('a'), main_text: 'a'.repeat(301) }]],
  ['parts that are no text', [{ ...search('a'), location: { ...aLocation('a'), types: [{}] } }]],
]

test.each(FORGED)('a storage with %s is taken for empty', (_, forged) => {
  localStorage.setItem(KEY, JSON.stringify(forged))
  rereadSearches()
  expect(stored()).toEqual([])
})

test('a storage that is broken in one place keeps the others', () => {
  localStorage.setItem(KEY, JSON.stringify([search('a'), { main_text: '' }, search('b')]))
  rereadSearches()
  expect(stored()).toEqual(['a', 'b'])
})

test('a storage that is no JSON is taken for empty', () => {
  localStorage.setItem(KEY, '[{')
  rereadSearches()
  expect(stored()).toEqual([])
})

test('a storage that refuses keeps the searches of this visit', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  rememberSearch(search('a'))
  expect(stored()).toEqual(['a'])
})

test('another tab is followed', () => {
  const { result } = renderHook(() => useRecentSearches())
  localStorage.setItem(KEY, JSON.stringify([search('elsewhere')]))
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  })
  expect(result.current.map(({ main_text }) => main_text)).toEqual(['elsewhere'])
})
