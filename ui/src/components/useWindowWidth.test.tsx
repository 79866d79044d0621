import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useWindowWidth } from './useWindowWidth'

const before = window.innerWidth
afterEach(() => {
  window.innerWidth = before
})

test('the width is known at the first drawing, and follows the window', () => {
  window.innerWidth = 1280
  const drawn: number[] = []
  renderHook(() => drawn.push(useWindowWidth()))
  expect(drawn).toEqual([1280])
  window.innerWidth = 390
  act(() => {
    window.dispatchEvent(new Event('resize'))
  })
  expect(drawn.at(-1)).toBe(390)
})
