import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aLocation, placesAnswering } from '@/testing/places'
import { show } from '@/testing/render'
import { server } from '@/testing/server'
import { AddressInput } from './AddressInput'
import type { Location } from './location'

beforeEach(() => {
  server.use(...placesAnswering())
})

function showChosen(precision: Location['precision'], error: string | null = null) {
  const value = aLocation('5th Ave', { precision, approximate: precision !== 'house' })
  show(
    <AddressInput
      label="Pickup"
      purpose="pickup"
      value={value}
      onChange={() => {}}
      error={error}
    />,
  )
}

test('a street without its number is asked for the number', () => {
  showChosen('street')
  expect(screen.getByText(/Which number\?/)).toBeVisible()
})

test('a neighborhood is asked for an address in it', () => {
  showChosen('area')
  expect(screen.getByText(/Which address in it\?/)).toBeVisible()
})

test('a number between known ones is shown as approximate', () => {
  showChosen('approximate')
  expect(screen.getByText(/The pin may be a few doors off/)).toBeVisible()
})

test('a known house number needs no remark', () => {
  showChosen('house')
  expect(screen.queryByText(/a few doors off|Which number/)).toBeNull()
})

test('an error is shown rather than the remark', () => {
  showChosen('street', 'Too far away')
  expect(screen.getByText('Too far away')).toBeVisible()
  expect(screen.queryByText(/Which number/)).toBeNull()
})
