import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clearPersonalData } from '@/auth/personalData'
import { keepShownPrices } from '@/shared/fare/shownPrice'
import { aDraft, PRESETS } from '@/testing/booking'
import { counted, type Preset, withPreset } from '../details/items'
import { type Draft, EMPTY_DRAFT } from '../draft/draft'
import type { Step } from '../steps'
import { priceChange, type Settled, usePriceChange } from './priceChange'

const [, box, sofa] = PRESETS as [Preset, Preset, Preset]

function draftWith(items: Draft['details']['items'], part: Partial<Draft['details']> = {}): Draft {
  const draft = aDraft()
  return { ...draft, details: { ...draft.details, ...part, items } }
}

const one = withPreset([], sofa)
const before: Settled = { draft: draftWith(one), price: exactly(7500) }

function exactly(cents: number): Settled['price'] {
  return { kind: 'exact', cents, lines: [], label: '', stale: false, endsAt: null }
}

function between(lowCents: number, highCents: number): Settled['price'] {
  return { kind: 'range', lowCents, highCents, stale: false, endsAt: null }
}

test('what was added is named beside what it adds', () => {
  const now = { draft: draftWith(withPreset(one, box, 4)), price: exactly(13_150) }
  expect(priceChange(before, now)).toBe('+ $57: 4 x Medium moving box')
})

test('what went is named too, and a helper and an urgency', () => {
  const now = {
    draft: draftWith(counted(one, 0, 0), { helpers: 1, urgency: 'express' }),
    price: exactly(6500),
  }
  expect(priceChange(before, now)).toBe('− $10: no Sofa, extra helper, express')
})

test('an item that is fragile by itself says so, whatever else has changed', () => {
  const nothing = { ...before, draft: { ...draftWith([]), service: 'large' as const } }
  const lamp = one.map((item) => ({ ...item, fragile: true }))
  const now = { price: exactly(8500), draft: { ...draftWith(lamp), service: 'large' as const } }
  expect(priceChange(nothing, now)).toBe('+ $10: your list instead of one item of 150 lb, fragile')
  const back = { ...nothing, price: exactly(7500) }
  expect(priceChange(now, { ...back, draft: draftWith(one) })).toContain('no fragile')
})

test('the first of a list takes the place of the item that the price was for', () => {
  const nothing = { ...before, draft: { ...draftWith([]), service: 'large' as const } }
  const now = { price: exactly(6700), draft: { ...draftWith(one), service: 'large' as const } }
  expect(priceChange(nothing, now)).toBe('− $8: your list instead of one item of 150 lb')
})

test('a price that only other drivers have changed says so, and the same price nothing', () => {
  expect(priceChange(before, { ...before, price: exactly(7800) })).toBe(
    '+ $3: drivers, rates or traffic have changed',
  )
  expect(priceChange(before, { ...before, price: exactly(7520) })).toBeNull()
})

test('of a range the whole range before is told, as it stood there', () => {
  const range = { ...before, price: between(6560, 8390) }
  const later = { ...before.draft, scheduledTime: '2026-11-28T14:00:00Z' }
  expect(priceChange(range, { draft: later, price: between(6740, 8390) })).toBe(
    'Was $65–84. Changed: another time',
  )
  expect(priceChange(range, { draft: later, price: between(6599, 8301) })).toBeNull()
})

test('a price that is another one on the next step is told there, against the one that was left', () => {
  const { result, rerender } = renderHook(
    ({ step, price }) => usePriceChange(step, before.draft, price),
    { initialProps: { step: 2 as const as Step, price: between(6600, 7000) } },
  )
  expect(result.current).toBeNull()
  rerender({ step: 3, price: between(6700, 7600) })
  expect(result.current).toBe('Was $66–70. Drivers, rates or traffic have changed')
  rerender({ step: 4, price: between(6700, 7600) })
  expect(result.current).toBeNull()
})

test('a price that is another one than on the home page is told on the first step that has one', () => {
  const draft = { ...before.draft, details: EMPTY_DRAFT.details }
  const { service, pickup, dropoff } = draft
  if (!service || !pickup || !dropoff) throw new Error('a draft of a whole trip')
  const trip = { size: service, pickup, dropoff }
  keepShownPrices([[trip, { low_cents: 6600, high_cents: 7000 }]])
  const told = (price: Settled['price'], now = draft) =>
    renderHook(() => usePriceChange(2, now, price)).result.current
  expect(told(between(6700, 7600))).toBe('Was $66–70. Drivers, rates or traffic have changed')
  expect(told(between(6600, 7000))).toBeNull()
  const elsewhere = { ...draft, pickup: { ...pickup, lat: pickup.lat + 0.01 } }
  expect(told(between(6700, 7600), elsewhere)).toBeNull()
  clearPersonalData()
  expect(told(between(6700, 7600))).toBeNull()
})
