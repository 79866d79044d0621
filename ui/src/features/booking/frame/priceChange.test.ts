import { expect, test } from 'vitest'
import { aDraft, PRESETS } from '@/testing/booking'
import { counted, type Preset, withPreset } from '../details/items'
import type { Draft } from '../draft/draft'
import { priceChange } from './priceChange'

const [, box, sofa] = PRESETS as [Preset, Preset, Preset]

function draftWith(items: Draft['details']['items'], part: Partial<Draft['details']> = {}): Draft {
  const draft = aDraft()
  return { ...draft, details: { ...draft.details, ...part, items } }
}

const one = withPreset([], sofa)
const before = { draft: draftWith(one), cents: 7500, kind: 'range' } as const

test('what was added is named beside what it adds', () => {
  const now = { draft: draftWith(withPreset(one, box, 4)), cents: 13_150, kind: 'range' } as const
  expect(priceChange(before, now)).toBe('+ $57: 4 x Medium moving box')
})

test('what went is named too, and a helper and an urgency', () => {
  const now = {
    draft: draftWith(counted(one, 0, 0), { helpers: 1, urgency: 'express' }),
    cents: 6500,
    kind: 'range',
  } as const
  expect(priceChange(before, now)).toBe('− $10: no Sofa, extra helper, express')
})

test('the first of a list takes the place of the item that the price was for', () => {
  const nothing = { ...before, draft: { ...draftWith([]), service: 'large' as const } }
  const now = { ...before, draft: { ...draftWith(one), service: 'large' as const }, cents: 6700 }
  expect(priceChange(nothing, now)).toBe('− $8: your list instead of one item of 150 lb')
})

test('a price that only other drivers have changed says so, and the same price nothing', () => {
  expect(priceChange(before, { ...before, cents: 7800 })).toBe('+ $3: other drivers are free')
  expect(priceChange(before, { ...before, cents: 7520 })).toBeNull()
})
