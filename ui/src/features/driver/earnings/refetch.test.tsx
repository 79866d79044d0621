import { focusManager } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SplitOut } from '@/api/generated/types.gen'
import { moveTime, takeIntervals } from '@/testing/clock'
import { signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { aSplit } from '@/testing/splits'

const MINUTE = 60_000
const AT = '2026-11-20T15:00:00Z'

beforeEach(takeIntervals)

afterEach(() => focusManager.setFocused(undefined))

/** The earnings, open; how often their list was asked for since then. */
async function lookingAt(split: SplitOut) {
  signedInDriver({ splits: [split] })
  let requests = 0
  server.use(
    http.get('*/api/v1/splits', () => {
      requests += 1
      return HttpResponse.json({ items: [split], next: null })
    }),
  )
  visit('/driver-dashboard?tab=earnings')
  await screen.findByRole('article', { name: 'Order #10001 · Fare' })
  const before = requests
  return () => requests - before
}

test('a share that is on its way is looked at again within seconds', async () => {
  const requests = await lookingAt(
    aSplit({ split_status: 'pending', completed_at: null, earned_at: AT }),
  )
  await moveTime(MINUTE / 4)
  expect(requests()).toBe(1)
})

test.each([
  ['a share that has come', {}],
  ['an estimate', { split_status: 'pending', completed_at: null, earned_at: null }],
  ['a share that is held', { split_status: 'pending', completed_at: null, held_at: AT }],
] as const)('%s is looked at every two minutes', async (_, changes) => {
  const requests = await lookingAt(aSplit(changes))
  await moveTime(1.9 * MINUTE)
  expect(requests()).toBe(0)
  await moveTime(MINUTE / 4)
  expect(requests()).toBe(1)
})

test('nothing is asked for while the page is hidden', async () => {
  const requests = await lookingAt(
    aSplit({ split_status: 'pending', completed_at: null, earned_at: AT }),
  )
  act(() => focusManager.setFocused(false))
  await moveTime(10 * MINUTE)
  expect(requests()).toBe(0)
})
