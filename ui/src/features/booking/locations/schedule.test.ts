import { afterEach, expect, test } from 'vitest'
import { showTimesIn } from '@/components/time'
import {
  arrivalAt,
  dayOf,
  firstArrival,
  firstDay,
  formatMoment,
  hourOf,
  startHours,
} from './schedule'

const at = (time: string) => Date.parse(`2026-11-25T${time}-05:00`)

afterEach(() => showTimesIn(undefined))

test('a day is offered until its last window has begun', () => {
  expect(firstDay(at('19:59:00'))).toBe('2026-11-25')
  expect(firstDay(at('22:35:00'))).toBe('2026-11-26')
})

test('hours are those of the clocks that the order’s page shows, wherever the device is', () => {
  const { scheduledTime, scheduledUntil } = arrivalAt('2026-11-28', 9, 2)
  expect(scheduledTime).toBe('2026-11-28T09:00:00-05:00')
  expect(scheduledUntil).toBe('2026-11-28T11:00:00-05:00')
  expect(dayOf('2026-11-28T14:00:00Z')).toBe('2026-11-28')
  expect(hourOf('2026-11-28T14:00:00Z')).toBe(9)
  expect(formatMoment('2026-11-28T14:00:00Z', '2026-11-28T16:00:00Z')).toMatch(
    /^Sat, Nov 28, 9–11 AM( ET)?$/,
  )
})

test('whoever prefers another zone books by its clocks', () => {
  showTimesIn('America/Los_Angeles')
  expect(arrivalAt('2026-11-28', 9, 1).scheduledTime).toBe('2026-11-28T09:00:00-08:00')
  expect(firstArrival(at('10:10:00')).scheduledTime).toBe('2026-11-25T10:00:00-08:00')
})

test('the hour that the clocks leave out in spring is no morning hour, and the others keep theirs', () => {
  expect(arrivalAt('2027-03-14', 9, 2).scheduledTime).toBe('2027-03-14T09:00:00-04:00')
  expect(startHours('2027-03-14', at('10:00:00'))[0]).toBe(6)
})
