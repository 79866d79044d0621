import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '@/testing/render'
import { server } from '@/testing/server'
import { AddressInput } from './AddressInput'
import type { Location } from './location'

function Field() {
  const [value, setValue] = useState<Location | null>(null)
  return (
    <>
      <AddressInput label="Pickup" purpose="pickup" value={value} onChange={setValue} />
      <output>{value?.place_id ?? 'none'}</output>
    </>
  )
}

test('opens', async () => {
  server.use(
    http.get('*/api/v1/places/popular', () => HttpResponse.json({ items: [], next: null })),
    http.get('*/api/v1/places/suggestions', ({ request }) =>
      HttpResponse.json({
        items: [
          {
            place_id: 'p1',
            description: 'Main, x',
            main_text: new URL(request.url).searchParams.get('text'),
            secondary_text: 'x',
            types: [],
            structured_formatting: { main_text: 'a', secondary_text: '' },
          },
        ],
        next: null,
      }),
    ),
    http.get('*/api/v1/places/:id', () =>
      HttpResponse.json({
        place_id: 'p1',
        lat: 40,
        lng: -74,
        address: 'Main',
        formatted_address: 'Main, x',
        address_components: {},
        types: [],
        approximate: false,
      }),
    ),
  )
  const { user } = show(<Field />)
  const input = screen.getByRole('combobox', { name: 'Pickup' })
  await user.type(input, '350 fifth')
  const option = await screen.findByRole('option', { name: /350 fifth/ })
  expect(screen.getByText('Address Suggestions (1)')).toBeVisible()
  await user.click(option)
  expect(await screen.findByText('p1')).toBeVisible()
  expect(input).toHaveValue('350 fifth, x')
})
