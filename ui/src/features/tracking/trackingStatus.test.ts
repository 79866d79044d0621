import { describe, expect, test } from 'vitest'
import { arriving } from '@/shared/orders/arriving'
import { aCancelled, aDelivered, anAssigned, aTracking, at, NOW } from './aTracking'
import { phaseOf, trackingStatusOf } from './trackingStatus'

// Tests run in whatever zone the machine has; times of another one say so.
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll(' ET', '')
const statusTexts = (tracking: Parameters<typeof trackingStatusOf>[0], now = NOW) => {
  const { headline, detail } = trackingStatusOf(tracking, now)
  return [headline, plain(detail)]
}

describe('arriving', () => {
  test.each([
    [12, 'Arriving in 12 min'],
    [11.2, 'Arriving in 12 min'],
    [1, 'Arriving in 1 min'],
    [0.1, 'Arriving in 1 min'],
    [0, 'Arriving any moment'],
    [-5, 'Arriving any moment'],
    [65, 'Arriving in 1 h 5 min'],
  ])('%d minutes before', (minutes, words) => {
    expect(arriving(at(minutes), NOW)).toBe(words)
  })

  test('counts down by itself between two estimates', () => {
    const headlines = [0, 1, 2, 11, 12].map(
      (minute) => statusTexts(aTracking(), NOW + minute * 60_000)[0],
    )
    expect(headlines).toEqual([
      'Arriving in 12 min',
      'Arriving in 11 min',
      'Arriving in 10 min',
      'Arriving in 1 min',
      'In transit',
    ])
  })

  test('is promised any moment only of a driver who was just heard of', () => {
    const { position } = aTracking().live
    const late = aTracking({ live: { position: position && { ...position, at: at(12.5) } } })
    expect(statusTexts(late, NOW + 13 * 60_000)[0]).toBe('Arriving any moment')
    expect(statusTexts(late, NOW + 14 * 60_000)).toEqual([
      'In transit',
      'Your items are on the way. Last seen 1 min ago.',
    ])
  })
})

describe('the status', () => {
  test('on its way back, and back', () => {
    const message = 'Your order could not be delivered: nobody was there.'
    const failure = {
      at: at(-5),
      reason: 'nobody_there',
      message,
      note: '',
      seen_there: true,
      returned_at: null,
    } as const
    const tracking = aTracking()
    const order = { ...tracking.order, failure }
    const returning = { ...tracking, order, live: { ...tracking.live, arrival: null } }
    expect(phaseOf(returning)).toBe('returning')
    expect(statusTexts(returning)).toEqual(['Could not be delivered', message])
    const ended = { ...returning, order: { ...order, status: 'cancelled' as const } }
    expect(statusTexts(ended)).toEqual(['Not delivered', message])
    const unloaded = { ...ended, order: { ...ended.order, picked_up_at: null } }
    expect(statusTexts(unloaded)[0]).toBe('Not picked up')
  })

  test('in transit', () => {
    expect(statusTexts(aTracking())).toEqual([
      'Arriving in 12 min',
      'Your items are on the way, estimated arrival 3:12 PM.',
    ])
  })

  test('on the way to the pickup', () => {
    const order = { status: 'assigned', picked_up_at: null, started_at: null } as const
    expect(statusTexts(aTracking({ order }))).toEqual([
      'Arriving in 12 min',
      'Maria is on the way to the pickup, estimated arrival 3:12 PM.',
    ])
  })

  test('while loading nobody arrives anywhere', () => {
    const tracking = aTracking({
      order: { picked_up_at: null },
      live: { stop: null, arrival: null },
    })
    expect(statusTexts(tracking)).toEqual(['Picking up your items', 'Maria is at the pickup.'])
  })

  test('a driver who fell silent is said to have', () => {
    const { position } = aTracking().live
    const tracking = aTracking({ live: { position: position && { ...position, at: at(-4) } } })
    expect(statusTexts(tracking)[1]).toBe('Your items are on the way. Last seen 4 min ago.')
  })

  test('no position is said to be none, and no arrival is made up', () => {
    expect(statusTexts(aTracking({ live: { position: null, arrival: null } }))).toEqual([
      'In transit',
      'Your items are on the way. Waiting for a position.',
    ])
  })

  test('an assigned driver before and after saying yes', () => {
    expect(statusTexts(anAssigned())).toEqual([
      'Driver assigned',
      'Maria has accepted your order. Pickup expected at 3:20 PM.',
    ])
    expect(statusTexts(anAssigned({ accepted_at: null }))).toEqual([
      'Waiting for Maria to accept',
      'Paid. Maria is asked to accept your order. Pickup expected at 3:20 PM.',
    ])
  })

  test('a driver who has yet to accept says until when, and what happens then', () => {
    const asked = (minutes: number) =>
      statusTexts({ ...anAssigned({ accepted_at: null }), answer_due_at: at(minutes) })[1]
    expect(asked(4.5)).toContain(
      'Paid. Maria has until 3:04 PM (5 min) to accept. Then we ask other drivers.',
    )
    expect(asked(90)).toContain('Maria has until 4:30 PM to accept.')
    expect(asked(-0.1)).toContain('Maria is asked to accept your order.')
  })

  test('a pickup on another day names the day', () => {
    const tracking = anAssigned({}, { pickup_due_at: '2026-11-20T17:00:00Z' })
    expect(statusTexts(tracking)[1]).toContain('Pickup expected on Fri, Nov 20, 12:00 PM.')
  })

  test('the ends', () => {
    expect(statusTexts(aDelivered())).toEqual(['Delivered', 'Your items arrived at 2:59 PM.'])
    expect(statusTexts(aCancelled())).toEqual(['Order canceled', 'Canceled at 2:59 PM.'])
  })

  test('without money or without a driver', () => {
    expect(phaseOf(anAssigned({ status: 'pending', payment_status: 'unpaid' }))).toBe('unpaid')
    expect(phaseOf(anAssigned({ status: 'pending' }))).toBe('searching')
  })

  test('what a screen reader is told has no minutes that would be read out again and again', () => {
    expect(trackingStatusOf(aTracking(), NOW).announcement).toBe('Your items are on the way')
  })
})
