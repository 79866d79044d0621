import { describe, expect, test } from 'vitest'
import { anAssigned, aTracking } from './aTracking'
import { ahead, routesOf } from './routesOf'

const A = { lat: 40.75, lng: -73.98 }
const CORNER = { lat: 40.72, lng: -73.98 }
const B = { lat: 40.72, lng: -73.95 }

describe('what lies ahead', () => {
  test('begins where the driver is', () => {
    const here = { lat: 40.74, lng: -73.98 }
    expect(ahead([A, CORNER, B], here)).toEqual([here, CORNER, B])
  })

  test('leaves out the corners that were passed since the way was found', () => {
    const here = { lat: 40.7201, lng: -73.97 }
    expect(ahead([A, CORNER, B], here)).toEqual([here, B])
  })

  test('ends at the stop', () => {
    expect(ahead([A, CORNER, B], B).at(-1)).toEqual(B)
  })
})

test('on the way to the pickup the trip is drawn too, and only the way there is chosen', () => {
  const routes = routesOf(aTracking({ live: { stop: 'pickup' } }))
  expect(routes.map(({ chosen }) => chosen)).toEqual([false, true])
})

test('with the goods on board only what lies ahead is drawn', () => {
  expect(routesOf(aTracking())).toHaveLength(1)
})

test('before anybody drives the trip alone is drawn', () => {
  expect(routesOf(anAssigned()).map(({ chosen }) => chosen)).toEqual([true])
})
