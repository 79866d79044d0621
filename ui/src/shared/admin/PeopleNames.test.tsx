import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { server } from '@/testing/server'
import { PeopleNames, useNameOf } from './PeopleNames'

const IDS = Array.from({ length: 120 }, (_, place) => `drv_${place}`)

function Name({ id }: { id: string }) {
  return <p>{useNameOf(id) ?? id}</p>
}

test('everybody of a long list is named, a part at a time, and others keep their ids', async () => {
  const asked: number[] = []
  server.use(
    http.get('*/api/v1/people/names', ({ request }) => {
      const ids = new URL(request.url).searchParams.getAll('id')
      asked.push(ids.length)
      const known = ids.filter((id) => id !== 'drv_7')
      return HttpResponse.json(known.map((id) => ({ id, name: `Driver ${id.slice(4)}` })))
    }),
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PeopleNames ids={[...IDS, 'ord_1', 'drv_3']}>
        {['drv_3', 'drv_7', 'drv_119', 'ord_1'].map((id) => (
          <Name key={id} id={id} />
        ))}
      </PeopleNames>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Driver 119')).toBeVisible()
  expect(await screen.findByText('Driver 3')).toBeVisible()
  for (const id of ['drv_7', 'ord_1']) expect(screen.getByText(id)).toBeVisible()
  expect(asked.sort()).toEqual([20, 50, 50])
})
