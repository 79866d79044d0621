import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountdown } from './useCountdown'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function counting() {
  const { result } = renderHook(() => useCountdown())
  return { left: () => result.current[0], start: (seconds: number) => result.current[1](seconds) }
}

test('it counts whole seconds from the start, however long the page was open before', () => {
  const { left, start } = counting()
  expect(left()).toBe(0)
  act(() => void vi.setSystemTime(Date.now() + 90_000))
  act(() => start(3))
  expect(left()).toBe(3)
  act(() => void vi.advanceTimersByTime(1_250))
  expect(left()).toBe(2)
  act(() => void vi.advanceTimersByTime(2_000))
  expect(left()).toBe(0)
})

test('a page that slept is right when it wakes up, and can start anew', () => {
  const { left, start } = counting()
  act(() => start(60))
  vi.setSystemTime(Date.now() + 50_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(left()).toBe(10)
  vi.setSystemTime(Date.now() + 50_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(left()).toBe(0)
  act(() => start(5))
  expect(left()).toBe(5)
})
