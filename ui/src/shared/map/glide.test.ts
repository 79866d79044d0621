import { describe, expect, test } from 'vitest'
import { between, glideTime, poseAt, turned } from './glide'

const HERE = { lat: 40.75, lng: -73.99, heading: 350 }
const THERE = { lat: 40.76, lng: -73.98, heading: 10 }

describe('a vehicle', () => {
  test('turns the short way round', () => {
    expect(turned(350, 10, 0.5)).toBeCloseTo(0)
    expect(turned(10, 350, 0.5)).toBeCloseTo(0)
    expect(turned(0, 90, 0.5)).toBeCloseTo(45)
    expect(turned(270, 90, 1)).toBeCloseTo(90)
  })

  test('is halfway after half the time and has turned by then', () => {
    const pose = between(HERE, THERE, 0.5)
    expect(pose.lat).toBeCloseTo(40.755)
    expect(pose.lng).toBeCloseTo(-73.985)
    expect(pose.heading).toBeCloseTo(10)
  })

  test('starts where it was and ends where it is', () => {
    expect(between(HERE, THERE, 0)).toEqual(HERE)
    expect(between(HERE, THERE, 1)).toEqual(THERE)
  })

  test('without a heading of its own points along the way it came', () => {
    expect(poseAt({ lat: 40.75, lng: -73.98, heading: null }, HERE).heading).toBeCloseTo(90, 0)
  })

  test('keeps its heading while it stands', () => {
    expect(poseAt({ lat: 40.75001, lng: -73.99 }, HERE).heading).toBe(350)
    expect(poseAt({ lat: 40.75, lng: -73.99 }, null).heading).toBe(0)
  })
})

describe('a glide', () => {
  test('lasts as long as the positions were apart, within reason', () => {
    expect(glideTime(HERE, THERE, 3_000)).toBe(3_000)
    expect(glideTime(HERE, THERE, 60_000)).toBe(8_000)
    expect(glideTime(HERE, THERE, 10)).toBe(400)
  })

  test('is none at all over a correction of kilometres', () => {
    expect(glideTime(HERE, { lat: 40.9, lng: -73.9 }, 3_000)).toBe(0)
  })
})
