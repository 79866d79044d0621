import { expect, test } from 'vitest'
import { FixQueue, MOST_AT_ONCE, MOST_KEPT } from './queue'

const fix = (second: number) => ({
  at: new Date(Date.parse('2026-11-20T15:00:00Z') + second * 1000).toISOString(),
  lat: 40.75,
  lng: -73.98,
  accuracy_m: 8,
  heading: null,
  speed_mph: null,
})

test('fixes that were not heard outlive the page', () => {
  const queue = new FixQueue('drv-1')
  queue.add(fix(0))
  queue.add(fix(5))
  queue.keep()
  expect(new FixQueue('drv-1').batch()).toEqual([fix(0), fix(5)])
  expect(new FixQueue('drv-2').size).toBe(0)
})

test('what was heard is forgotten, and what came meanwhile is not', () => {
  const queue = new FixQueue('drv-1')
  queue.add(fix(0))
  const sent = queue.batch()
  queue.add(fix(5))
  queue.heard(sent)
  queue.keep()
  expect(new FixQueue('drv-1').batch()).toEqual([fix(5)])
})

test('two fixes of one moment are one', () => {
  const queue = new FixQueue('drv-1')
  queue.add(fix(0))
  queue.add(fix(0.5))
  expect(queue.size).toBe(1)
})

test('a long silence keeps the latest hour and sends it in parts', () => {
  const queue = new FixQueue('drv-1')
  for (let second = 0; second < MOST_KEPT + 10; second++) queue.add(fix(second))
  expect(queue.size).toBe(MOST_KEPT)
  expect(queue.batch()).toHaveLength(MOST_AT_ONCE)
  expect(queue.batch()[0]).toEqual(fix(10))
})

test('what is kept and cannot be read is left out', () => {
  localStorage.setItem('haulage-fixes-drv-1', '[{"at": 1}, null]')
  expect(new FixQueue('drv-1').size).toBe(0)
  localStorage.setItem('haulage-fixes-drv-1', '{')
  expect(new FixQueue('drv-1').size).toBe(0)
})
