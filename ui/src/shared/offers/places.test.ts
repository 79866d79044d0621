import { expect, test } from 'vitest'
import { anOffer } from '@/testing/drivers'
import { byUrgency, inTheirPlaces } from './places'

const offer = (id: string, kind: 'chosen' | 'in_turn' | 'everyone', miles: number | null) =>
  anOffer({ id, kind, miles_away: miles })
const ids = (offers: readonly { id: string }[]) => offers.map(({ id }) => id)
const nothing = () => false

test('those to one driver alone come before the open ones, and of each kind the nearest', () => {
  const offers = [
    offer('far call', 'everyone', 11.2),
    offer('near call', 'everyone', 1.3),
    offer('turn', 'in_turn', 5.5),
    offer('unknown', 'in_turn', null),
    offer('chosen', 'chosen', 0.9),
  ]
  expect(ids(byUrgency(offers, null))).toEqual([
    'chosen',
    'turn',
    'unknown',
    'near call',
    'far call',
  ])
})

test('a new one takes its place among those that nobody reads', () => {
  const before = [offer('turn', 'in_turn', 5.5), offer('call', 'everyone', 1.3)]
  const open = [...before, offer('chosen', 'chosen', 0.9), offer('farther', 'in_turn', 7)]
  const places = inTheirPlaces(before, open, null, nothing)
  expect(ids(places)).toEqual(['chosen', 'turn', 'farther', 'call'])
})

test('a new one never comes in above a card that is being read', () => {
  const before = [offer('turn', 'in_turn', 5.5), offer('call', 'everyone', 1.3)]
  const open = [...before, offer('chosen', 'chosen', 0.9)]
  const onTurn = inTheirPlaces(before, open, null, (id) => id === 'turn')
  expect(ids(onTurn)).toEqual(['turn', 'chosen', 'call'])
  const onCall = inTheirPlaces(before, open, null, (id) => id === 'call')
  expect(ids(onCall)).toEqual(['turn', 'call', 'chosen'])
})

test('what stands there keeps its place, ended or nearer by now', () => {
  const before = [offer('a', 'in_turn', 1), offer('b', 'in_turn', 2), offer('c', 'in_turn', 3)]
  const open = [offer('c', 'in_turn', 0.1), offer('b', 'in_turn', 2)]
  const places = inTheirPlaces(before, open, null, nothing)
  expect(ids(places)).toEqual(['a', 'b', 'c'])
  expect(places[2]?.miles_away).toBe(0.1)
})
