import { expect, test } from 'vitest'
import { zTrackingOut } from '@/api/generated/zod.gen'
import { metresBetween } from '@/shared/map/geometry'
import { NOW } from './aTracking'
import { SAMPLE_STEP_MS, SAMPLE_STEPS, sampleAt } from './sample'

test('the sample is what the server could have sent', () => {
  for (const step of [0, 1, SAMPLE_STEPS - 1, SAMPLE_STEPS]) {
    expect(zTrackingOut.parse(sampleAt(step, NOW))).toEqual(sampleAt(step, NOW))
  }
})

test('its driver comes nearer every five seconds, and arrives when it said', () => {
  expect(SAMPLE_STEP_MS).toBe(5_000)
  const first = sampleAt(0, NOW)
  let left = Number.POSITIVE_INFINITY
  for (let step = 0; step < SAMPLE_STEPS; step += 1) {
    const { live } = sampleAt(step, NOW)
    const distance = live.arrival?.route.distance_meters ?? Number.NaN
    expect(distance).toBeLessThan(left)
    expect(live.arrival?.at).toBe(first.live.arrival?.at)
    left = distance
  }
  expect(sampleAt(SAMPLE_STEPS, NOW).order.completed_at).toBe(first.live.arrival?.at)
})

test('it moves along its way and never jumps', () => {
  for (let step = 1; step < SAMPLE_STEPS; step += 1) {
    const [before, after] = [sampleAt(step - 1, NOW), sampleAt(step, NOW)].map(
      ({ live }) => live.position,
    )
    if (!before || !after) throw new Error('on the road there is a position')
    expect(metresBetween(before, after)).toBeLessThan(150)
  }
})
