import { expect, test } from 'vitest'
import { firstDay } from './schedule'

const at = (time: string) => new Date(`2026-11-25T${time}`).getTime()

test('a day is offered until its last window has begun', () => {
  expect(firstDay(at('19:59:00'))).toBe('2026-11-25')
  expect(firstDay(at('22:35:00'))).toBe('2026-11-26')
})
