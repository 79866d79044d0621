import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '@/testing/render'
import { MapPinModal } from './MapPinModal'

function nothing() {}

test.each([
  ['pickup', 'Select Pickup Location'],
  ['dropoff', 'Select Dropoff Location'],
] as const)('the map for a %s says what to do', async (purpose, title) => {
  show(<MapPinModal opened onClose={nothing} purpose={purpose} onPick={nothing} />)
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
  expect(
    screen.getByText(`Click anywhere on the map to select your ${purpose} location`),
  ).toBeVisible()
})

test('nothing can be used before a point was picked', async () => {
  show(<MapPinModal opened onClose={nothing} purpose="pickup" onPick={nothing} />)
  expect(await screen.findByRole('button', { name: 'Use This Location' })).toBeDisabled()
})
