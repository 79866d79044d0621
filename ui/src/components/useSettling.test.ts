import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSettling } from './useSettling'

function aList(places: string | undefined) {
  vi.useFakeTimers()
  return renderHook((now: string | undefined) => useSettling(now), { initialProps: places })
}

test('what has just come or moved settles for a moment', () => {
  const list = aList('a')
  expect(list.result.current).toBe(false)
  list.rerender('a,b')
  expect(list.result.current).toBe(true)
  act(() => vi.advanceTimersByTime(400))
  list.rerender('b')
  act(() => vi.advanceTimersByTime(400))
  expect(list.result.current).toBe(true)
  act(() => vi.advanceTimersByTime(200))
  expect(list.result.current).toBe(false)
})

test('what a screen shows first is no move', () => {
  const list = aList(undefined)
  list.rerender('a')
  expect(list.result.current).toBe(false)
})
