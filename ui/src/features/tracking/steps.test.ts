import { expect, test } from 'vitest'
import { aCancelled, aDelivered, anAssigned, aTracking, at } from './aTracking'
import { stepsOf } from './steps'

const states = (tracking: Parameters<typeof stepsOf>[0]) =>
  stepsOf(tracking).map(({ label, state }) => `${label}: ${state}`)

test('one step is current, those before it are done', () => {
  expect(states(aTracking())).toEqual([
    'Order Confirmed: done',
    'Driver En Route: done',
    'Pickup Complete: current',
    'Delivered: coming',
  ])
  expect(states(anAssigned())[0]).toBe('Order Confirmed: current')
})

test('a delivered order has nothing current', () => {
  expect(new Set(stepsOf(aDelivered()).map(({ state }) => state))).toEqual(new Set(['done']))
})

test('a cancelled order shows what it had reached, and its end', () => {
  expect(states(aCancelled())).toEqual(['Order Confirmed: done', 'Canceled: stopped'])
})

test('the next step is expected when the driver arrives', () => {
  expect(stepsOf(aTracking()).map(({ expected }) => expected)).toEqual([null, null, null, at(12)])
})

test('nothing is expected of nobody who drives', () => {
  expect(stepsOf(anAssigned()).every(({ expected }) => expected === null)).toBe(true)
})

test('a delivery that failed ends in its own steps', () => {
  const tracking = aTracking()
  const failure = {
    at: at(-5),
    reason: 'refused',
    message: '',
    note: '',
    seen_there: true,
    returned_at: null,
  } as const
  const timeline = [
    { label: 'Pickup Complete', at: at(-20) },
    { label: 'Delivery Failed', at: at(-5) },
    { label: 'Items Returned', at: null },
  ]
  const steps = stepsOf({ ...tracking, order: { ...tracking.order, failure, timeline } })
  expect(steps.map(({ state }) => state)).toEqual(['done', 'stopped', 'coming'])
})
