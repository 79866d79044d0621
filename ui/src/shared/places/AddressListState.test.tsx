import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { placesAnswering, SERVED } from '@/testing/places'
import { show } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { AddressInput } from './AddressInput'
import type { Location } from './location'

function Field(props: { withMapPin?: boolean }) {
  const [value, setValue] = useState<Location | null>(null)
  return (
    <AddressInput label="Pickup" purpose="pickup" value={value} onChange={setValue} {...props} />
  )
}

const field = () => screen.getByRole('combobox', { name: 'Pickup' })

beforeEach(() => server.use(...placesAnswering()))

test('words that match nothing, such as a place elsewhere, are answered by where we serve', async () => {
  const { user } = show(<Field />)
  await user.type(field(), 'liberty bell philadelphia')
  const title = await screen.findByText('No address matches “liberty bell philadelphia”')
  const message = within(title.parentElement as HTMLElement)
  expect(await message.findByText(`We serve ${SERVED} for now.`)).toBeVisible()
})

test('where the area is not known, the list says the rest', async () => {
  server.use(http.get('*/api/v1/service-area', () => aProblem(404, 'Nothing here.')))
  const { user } = show(<Field />)
  await user.type(field(), 'nowhere')
  expect(await screen.findByText(/Check the spelling/)).toBeVisible()
  expect(screen.queryByText(/We serve/)).not.toBeInTheDocument()
})

test('what is not found can be picked on the map', async () => {
  const { user } = show(<Field withMapPin />)
  await user.type(field(), 'the blue door')
  await user.click(await screen.findByRole('button', { name: 'Pick on the map' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
})

test('a field without a map offers none', async () => {
  const { user } = show(<Field />)
  await user.type(field(), 'nowhere')
  await screen.findByText(/Check the spelling/)
  expect(screen.queryByRole('button', { name: 'Pick on the map' })).not.toBeInTheDocument()
})
