import { expect, test } from 'vitest'
import { besidesTheButtons, besidesTheCorner } from './corner'

const NONE = { left: 0, right: 0, top: 0, bottom: 0 }

test('an empty corner takes nothing', () => {
  const map = { width: 300, height: 300 }
  expect(besidesTheCorner(NONE, { width: 0, height: 0 }, map)).toEqual(NONE)
})

test('on a tall map the trip is above the corner, on a wide one beside it', () => {
  const corner = { width: 116, height: 48 }
  expect(besidesTheCorner(NONE, corner, { width: 300, height: 500 })).toEqual({
    ...NONE,
    bottom: 80,
  })
  expect(besidesTheCorner(NONE, corner, { width: 900, height: 300 })).toEqual({
    ...NONE,
    left: 140,
  })
})

test('a high corner on a small map leaves the trip the room beside it', () => {
  const free = besidesTheCorner(NONE, { width: 110, height: 150 }, { width: 328, height: 230 })
  expect(free).toEqual({ ...NONE, left: 134 })
})

test('what floats over the map stays out of it, and the trip keeps more than half', () => {
  const edges = { left: 400, right: 0, top: 0, bottom: 0 }
  const corner = { width: 100, height: 600 }
  expect(besidesTheCorner(edges, corner, { width: 700, height: 700 })).toEqual({
    ...edges,
    left: 400 + 124,
  })
  const all = { width: 300, height: 700 }
  expect(besidesTheCorner(NONE, all, all)).toEqual({ ...NONE, bottom: 700 - 700 * 0.55 })
})

test('beside the buttons stands no pin, and what else floats stays out of it', () => {
  const edges = { left: 400, right: 24, top: 24, bottom: 24 }
  expect(besidesTheButtons(edges)).toEqual({ ...edges, right: 24 + 24 })
})
