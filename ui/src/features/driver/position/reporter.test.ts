import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FixesIn } from '@/api/generated/types.gen'
import '@/auth/apiClient'
import { anEmptyDevice } from '@/testing/deviceStorage'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { FixQueue, MOST_AT_ONCE } from './queue'
import { reportWhere } from './reporter'

const QUEUED = 2_000
const NOON = Date.parse('2026-11-20T15:00:00Z')

beforeEach(() => {
  anEmptyDevice()
  // In memory alone, as in a private window: the queue's own tests write things down.
  vi.stubGlobal('indexedDB', undefined)
  signedInAs({ userType: 'driver' })
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: { watchPosition: () => 1, getCurrentPosition: vi.fn(), clearWatch: vi.fn() },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'geolocation')
})

test('two thousand positions are told in parts, and a part that fails is told again and no other', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const queue = new FixQueue('drv-1')
  for (let second = 0; second < QUEUED; second += 1) {
    const at = new Date(NOON + second * 1_000).toISOString()
    void queue.add({ at, lat: 40.75, lng: -73.98, accuracy_m: 8, heading: null, speed_mph: null })
  }
  const states: string[] = []
  let answers = 0
  server.use(
    http.post('*/api/v1/drivers/me/positions', async ({ request }) => {
      answers += 1
      if (answers === 2) return aProblem(503, 'Later.')
      const { fixes } = (await request.json()) as FixesIn
      expect(fixes).toHaveLength(MOST_AT_ONCE)
      states.push(...fixes.map(({ at }) => at))
      return HttpResponse.json({ kept: fixes.length })
    }),
  )
  let flush: () => Promise<boolean> = async () => false
  const stop = reportWhere(queue, {
    onState: () => undefined,
    onFlush: (given) => {
      flush = given
    },
  })
  expect(await flush()).toBe(false)
  expect(await flush()).toBe(true)
  expect(queue.size).toBe(0)
  expect(states).toHaveLength(QUEUED)
  expect(new Set(states).size).toBe(QUEUED)
  expect(states).toEqual(states.toSorted())
  stop()
})

test('a device that did not tell in time is asked again, and tells then', async () => {
  vi.useFakeTimers()
  let complain: (error: { code: number }) => void = () => undefined
  const here = { timestamp: NOON, coords: { latitude: 40.75, longitude: -73.98, accuracy: 8 } }
  const asked = vi.fn((say: (position: unknown) => void) => say(here))
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: {
      watchPosition: (_say: unknown, error: typeof complain) => {
        complain = error
        return 1
      },
      getCurrentPosition: asked,
      clearWatch: vi.fn(),
    },
  })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const states: string[] = []
  const stop = reportWhere(new FixQueue('drv-1'), { onState: (state) => states.push(state) })
  complain({ code: 3 })
  expect(states).toEqual(['timed-out'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states).toEqual(['timed-out', 'telling'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toHaveBeenCalledTimes(1)
  stop()
  vi.useRealTimers()
})
