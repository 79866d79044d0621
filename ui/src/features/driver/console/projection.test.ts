import { expect, test } from 'vitest'
import type { ActionKind } from '@/api/generated/types.gen'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import { efficiencyPercent, nextAction, projected, workedSeconds } from './projection'
import { currentOf } from './useDeliveries'

const AT = (minute: number) => `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z`
const did = (action: ActionKind, minute: number, order_id = 'order-1') => ({
  order_id,
  action,
  at: AT(minute),
})

test('a whole delivery without a connection looks delivered', () => {
  const after = projected(aDelivery(), [
    did('set_out', 1),
    did('start', 5),
    did('pause', 6),
    did('resume', 8),
    did('confirm_pickup', 9),
    did('stop', 25),
  ])
  expect(after).toMatchObject({
    status: 'completed',
    en_route_at: AT(1),
    start_time: AT(5),
    picked_up_at: AT(9),
    end_time: AT(25),
    duration: 18 * 60,
  })
  expect(after.timer.is_running).toBe(false)
})

test('a step that does not fit changes nothing, and neither does another order', () => {
  const delivery = aDelivery()
  expect(projected(delivery, [did('stop', 1), did('pause', 2)])).toEqual(delivery)
  expect(projected(delivery, [did('start', 1, 'order-2')])).toEqual(delivery)
})

test('what the server knows already is not done twice', () => {
  const running = aRunningDelivery(AT(3))
  expect(projected(running, [did('start', 9)])).toEqual(running)
})

test('each state has one next step', () => {
  expect(nextAction(aDelivery({ accepted_at: null }))).toBeNull()
  expect(nextAction(aDelivery())).toBe('set_out')
  expect(nextAction(aDelivery({ en_route_at: AT(1) }))).toBe('start')
  expect(nextAction(aRunningDelivery(AT(1)))).toBe('confirm_pickup')
  expect(nextAction(aRunningDelivery(AT(1), { picked_up_at: AT(2) }))).toBe('stop')
  expect(nextAction(aDelivery({ status: 'completed' }))).toBeNull()
})

test('an appointment is not the job in hand before it is time', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const tomorrow = aDelivery({ scheduled_time: inHours(26), set_out_from: inHours(24) })
  expect(nextAction(tomorrow)).toBeNull()
  expect(projected(tomorrow, [{ ...did('set_out', 1), at: inHours(0) }])).toEqual(tomorrow)
  expect(currentOf([tomorrow])).toBeUndefined()
  const soon = aDelivery({ scheduled_time: inHours(1.9), set_out_from: inHours(-0.1) })
  expect(nextAction(soon)).toBe('set_out')
  expect(currentOf([tomorrow, soon])).toBe(soon)
})

test('breaks do not count, and a break that lasts stops the clock', () => {
  const paused = projected(aRunningDelivery(AT(0)), [
    did('pause', 4),
    did('resume', 6),
    did('pause', 10),
  ])
  expect(workedSeconds(paused, Date.parse(AT(30)))).toBe(8 * 60)
  expect(workedSeconds(aDelivery(), Date.parse(AT(30)))).toBe(0)
})

test('efficiency is estimate over actual, at most 150', () => {
  expect(efficiencyPercent(45, 45 * 60)).toBe(100)
  expect(efficiencyPercent(45, 30 * 60)).toBeNull()
  expect(efficiencyPercent(45, 90 * 60)).toBe(50)
  expect(efficiencyPercent(45, 0)).toBeNull()
})
