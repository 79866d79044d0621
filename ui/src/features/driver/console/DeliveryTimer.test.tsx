import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aRunningDelivery } from '@/testing/deliveries'
import { DeliveryTimer } from './DeliveryTimer'

const START = '2026-11-20T15:00:00Z'

beforeEach(() => vi.useFakeTimers({ now: Date.parse(START) + 58_000 }))
afterEach(() => vi.useRealTimers())

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000))
const clock = () => screen.getByRole('timer', { name: 'Delivery time' }).textContent

test('the delivery time moves on every second', () => {
  render(<DeliveryTimer delivery={aRunningDelivery(START)} />)
  const seen = [clock()]
  for (let second = 0; second < 4; second += 1) {
    pass(1)
    seen.push(clock())
  }
  expect(seen).toEqual(['0:58', '0:59', '1:00', '1:01', '1:02'])
  pass(3600)
  expect(clock()).toBe('1:01:02')
})

test('while it is paused it stands', () => {
  const delivery = aRunningDelivery(START)
  const pauses = [{ start: '2026-11-20T15:00:40Z', end: null }]
  render(
    <DeliveryTimer
      delivery={{ ...delivery, timer: { ...delivery.timer, is_paused: true, pauses } }}
    />,
  )
  pass(5)
  expect(clock()).toBe('0:40')
})
