import { beforeEach, expect, test, vi } from 'vitest'
import { anEmptyDevice } from '@/testing/deviceStorage'
import { FixQueue, MAX_FIXES, MOST_AT_ONCE } from './queue'

beforeEach(anEmptyDevice)

const fix = (second: number) => ({
  at: new Date(Date.parse('2026-11-20T15:00:00Z') + second * 1000).toISOString(),
  lat: 40.75,
  lng: -73.98,
  accuracy_m: 8,
  heading: null,
  speed_mph: null,
})

async function reopened(driverId = 'drv-1') {
  const queue = new FixQueue(driverId)
  await queue.ready
  return queue
}

test('fixes that were not heard outlive the page', async () => {
  const queue = new FixQueue('drv-1')
  await queue.add(fix(0))
  await queue.add(fix(5))
  expect((await reopened()).batch()).toEqual([fix(0), fix(5)])
  expect((await reopened('drv-2')).size).toBe(0)
})

test('what was heard is forgotten, and what came meanwhile is not', async () => {
  const queue = new FixQueue('drv-1')
  await queue.add(fix(0))
  const sent = queue.batch()
  await queue.add(fix(5))
  await queue.remove(sent)
  expect((await reopened()).batch()).toEqual([fix(5)])
})

test('two fixes of one moment are one', async () => {
  const queue = new FixQueue('drv-1')
  await queue.add(fix(0))
  await queue.add(fix(0.5))
  expect(queue.size).toBe(1)
})

test('fixes of before come first', async () => {
  await new FixQueue('drv-1').add(fix(0))
  const queue = new FixQueue('drv-1')
  await queue.add(fix(5))
  await queue.ready
  expect(queue.batch()).toEqual([fix(0), fix(5)])
})

test('a long silence keeps the latest hour and sends it in parts', () => {
  // What is written down of it is shown above; an hour of it would keep the next tests waiting.
  vi.stubGlobal('indexedDB', undefined)
  const queue = new FixQueue('drv-1')
  for (let second = 0; second < MAX_FIXES + 10; second++) void queue.add(fix(second))
  expect(queue.size).toBe(MAX_FIXES)
  expect(queue.batch()).toHaveLength(MOST_AT_ONCE)
  expect(queue.batch()[0]).toEqual(fix(10))
})
