import { expect, test } from 'vitest'
import type { NextOrderFactsOut } from '@/api/generated/types.gen'
import { showTimesIn } from '@/components/time'
import { chipText } from './chipText'

const NOW = Date.parse('2026-11-20T15:00:00Z')

const ORDER: NextOrderFactsOut = {
  id: 'o-1',
  number: 10001,
  status: 'pending',
  is_accepted: false,
  is_en_route: false,
  is_at_pickup: false,
  is_picked_up: false,
  has_failed: false,
  scheduled_time: null,
  scheduled_until: null,
  arrival_at: null,
}
const coming = { status: 'assigned', is_accepted: true, is_en_route: true } as const

test.each<[string, string, Partial<NextOrderFactsOut>]>([
  ['Finding a driver', 'Finding…', {}],
  ['Driver assigned', 'Assigned', { status: 'assigned' }],
  ['Driver accepted', 'Accepted', { status: 'assigned', is_accepted: true }],
  ['Driver on the way', 'On the way', coming],
  ['Arriving in 4 min', '4 min', { ...coming, arrival_at: '2026-11-20T15:03:10Z' }],
  ['Arriving any moment', 'Any moment', { ...coming, arrival_at: '2026-11-20T14:59:00Z' }],
  ['Picking up', 'Picking up', { ...coming, is_at_pickup: true }],
  ['Items on the way', 'On the way', { ...coming, is_at_pickup: true, is_picked_up: true }],
  ['Items coming back', 'Coming back', { ...coming, is_picked_up: true, has_failed: true }],
  ['Scheduled Sat 9 AM', 'Sat 9 AM', { scheduled_time: '2026-11-21T14:00:00Z' }],
  [
    'Scheduled Sat 9–11 AM',
    'Sat 9 AM',
    { scheduled_time: '2026-11-21T14:00:00Z', scheduled_until: '2026-11-21T16:00:00Z' },
  ],
  [
    'Scheduled Sat 11 AM–1 PM',
    'Sat 11 AM',
    { scheduled_time: '2026-11-21T16:00:00Z', scheduled_until: '2026-11-21T18:00:00Z' },
  ],
  ['Scheduled today 2:30 PM', 'today 2:30 PM', { scheduled_time: '2026-11-20T19:30:00Z' }],
  ['Scheduled Dec 5 9 AM', 'Dec 5 9 AM', { scheduled_time: '2026-12-05T14:00:00Z' }],
])('says %s, and %s on a phone', (words, short, changes) => {
  // The zone is named where the clock of the machine shows another one.
  const said = shown(changes).map((each) => each.replace(/ ET$/, ''))
  expect(said).toEqual([words, short])
})

test('names the zone of a time that the own clock does not show', () => {
  showTimesIn('America/Los_Angeles')
  const window = { scheduled_time: '2026-11-21T17:00:00Z', scheduled_until: '2026-11-21T19:00:00Z' }
  expect(shown(window)).toEqual(['Scheduled Sat 9–11 AM PT', 'Sat 9 AM PT'])
})

function shown(changes: Partial<NextOrderFactsOut>): string[] {
  const { words, short } = chipText({ ...ORDER, ...changes }, NOW)
  return [words, short].map((each) => each.replaceAll('\u00a0', ' '))
}
