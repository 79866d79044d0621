import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { anOrder } from '@/testing/orders'
import { show } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { OrderItems } from './OrderItems'

const PATH = '*/api/v1/orders/:id/item-photos'

function aPhoto(id: string) {
  return {
    id,
    client_id: id,
    url: `/api/v1/item-photos/${id}/picture?until=1&signature=x`,
    width: 320,
    height: 240,
    received_at: '2026-11-20T15:00:00Z',
  }
}

test('photos stand with the items, and open large', async () => {
  server.use(
    http.get(PATH, () => HttpResponse.json({ items: [aPhoto('a'), aPhoto('b')], next: null })),
  )
  const { user } = show(<OrderItems order={anOrder()} photosOf="ord-1" />)
  expect(await screen.findByRole('img', { name: 'Photo 2 of the items' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Photo 1 of the items' }))
  expect(await screen.findByRole('dialog', { name: 'Photo 1 of the items' })).toBeVisible()
})

test('whoever may not read the notes asks for no photos', async () => {
  let asked = 0
  server.use(
    http.get(PATH, () => {
      asked += 1
      return HttpResponse.json({ items: [], next: null })
    }),
  )
  show(<OrderItems order={anOrder({ item_notes: null })} photosOf="ord-1" />)
  expect(asked).toBe(0)
})

test('photos that could not be loaded are asked for again', async () => {
  server.use(http.get(PATH, () => aProblem(400, 'No.'), { once: true }))
  server.use(http.get(PATH, () => HttpResponse.json({ items: [aPhoto('a')], next: null })))
  server.use(http.get(PATH, () => aProblem(400, 'No.'), { once: true }))
  const { user } = show(<OrderItems order={anOrder()} photosOf="ord-1" />)
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  await waitFor(() => expect(screen.getByRole('img')).toBeVisible())
})
