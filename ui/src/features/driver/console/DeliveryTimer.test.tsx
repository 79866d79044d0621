import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trackOrderQueryKey } from '@/api/generated/@tanstack/react-query.gen'
import type { TrackingOut } from '@/api/generated/types.gen'
import { clockTime } from '@/components/time'
import { aDelivery, aRunningDelivery } from '@/testing/deliveries'
import { DeliveryTimer } from './DeliveryTimer'

const START = '2026-11-20T15:00:00Z'

beforeEach(() => vi.useFakeTimers({ now: Date.parse(START) + 58_000 }))
afterEach(() => vi.useRealTimers())

const due = () => screen.getByText(/^Done by/).textContent.replace('Done by ', '')

function show(timer: ReactNode) {
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  render(<QueryClientProvider client={queries}>{timer}</QueryClientProvider>)
  return queries
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1_000))
const clock = () => screen.getByRole('timer', { name: 'Delivery time' }).textContent

test('the delivery time moves on every second', () => {
  show(<DeliveryTimer delivery={aRunningDelivery(START)} />)
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
  show(
    <DeliveryTimer
      delivery={{ ...delivery, timer: { ...delivery.timer, is_paused: true, pauses } }}
    />,
  )
  pass(5)
  expect(clock()).toBe('0:40')
})

test('before the pickup the whole trip is still to come, from the arrival there', () => {
  vi.setSystemTime(Date.parse('2026-11-20T15:20:00Z'))
  const delivery = aRunningDelivery(START, { estimated_duration: 30 })
  const queries = show(<DeliveryTimer delivery={delivery} />)
  expect(due()).toBe(clockTime('2026-11-20T15:50:00Z'))

  const arrival = { at: '2026-11-20T15:35:00Z', stop: 'pickup' }
  const queryKey = trackOrderQueryKey({ path: { order_id: delivery.order_id } })
  act(() => void queries.setQueryData(queryKey, { live: { arrival } } as TrackingOut))
  pass(1)
  expect(due()).toBe(clockTime('2026-11-20T16:05:00Z'))
  expect(screen.getByText('15 min to the pickup, then 30 min')).toBeInTheDocument()
})

test('what each step means is said before it, and what the clock counts after it', () => {
  show(<DeliveryTimer delivery={aDelivery()} />)
  expect(screen.getByText(/^On My Way tells the customer/)).toBeInTheDocument()
  show(<DeliveryTimer delivery={aDelivery({ en_route_at: START })} />)
  expect(screen.getByText(/Start Delivery begins the clock once you are there/)).toBeInTheDocument()
  show(<DeliveryTimer delivery={aRunningDelivery(START, { picked_up_at: START })} />)
  expect(screen.getByText('of 31 min')).toBeInTheDocument()
  expect(screen.getByText('counted since Start Delivery')).toBeInTheDocument()
})
