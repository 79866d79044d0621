import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ItemPhotoOut } from '@/api/generated/types.gen'
import { aDraft, bookingApi, keepDraft, storedDraft } from '@/testing/booking'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

let held: string[]
let removed: string[]

function aPhoto(clientId: string): ItemPhotoOut {
  return {
    id: `iph-${clientId}`,
    client_id: clientId,
    url: `/api/v1/item-photos/iph-${clientId}/picture?until=1&signature=x`,
    width: 320,
    height: 240,
    received_at: '2026-11-20T15:00:00Z',
  }
}

const aFile = (name = 'sofa.jpg') => new File(['pixels'], name, { type: 'image/jpeg' })

beforeEach(() => {
  signedInAs()
  held = []
  removed = []
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  server.use(...bookingApi().handlers)
  server.use(
    http.get('*/api/v1/item-photos', () =>
      HttpResponse.json({ items: held.map(aPhoto), next: null }),
    ),
    http.put('*/api/v1/item-photos/:id', ({ params }) => {
      held.push(String(params.id))
      return HttpResponse.json(aPhoto(String(params.id)))
    }),
    http.delete('*/api/v1/item-photos/:id', ({ params }) => {
      removed.push(String(params.id))
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

async function atTheDetails(photos: string[] = []) {
  keepDraft(aDraft({ photos }))
  const page = visit('/book-service?step=3')
  await screen.findByRole('group', { name: 'Photos of your items (optional)' })
  return page
}

const picker = () => within(screen.getByRole('group', { name: 'Photos of your items (optional)' }))

test('a photo is sent at once, and the draft names it', async () => {
  const page = await atTheDetails()
  await page.user.upload(picker().getByLabelText('Add photos'), aFile())
  expect(await picker().findByRole('img', { name: 'Number 1' })).toBeVisible()
  await waitFor(() => expect(storedDraft().photos).toEqual(held))
  expect(held).toHaveLength(1)
})

test('photos of before a reload are shown again, and those that are gone leave the draft', async () => {
  held = ['sofa']
  await atTheDetails(['sofa', 'lost'])
  const picture = await picker().findByRole('img', { name: 'Number 1' })
  expect(picture).toHaveAttribute('src', aPhoto('sofa').url)
  await waitFor(() => expect(storedDraft().photos).toEqual(['sofa']))
  expect(picker().getAllByRole('img')).toHaveLength(1)
})

test('a photo is removed from the draft and from the server', async () => {
  held = ['sofa', 'mirror']
  const page = await atTheDetails(['sofa', 'mirror'])
  await page.user.click(await picker().findByRole('button', { name: 'Remove photo 1' }))
  expect(storedDraft().photos).toEqual(['mirror'])
  await waitFor(() => expect(removed).toEqual(['sofa']))
})

test('a photo that was not sent keeps the customer here until it is sent again', async () => {
  server.use(
    http.put('*/api/v1/item-photos/:id', () => aProblem(503, 'Please try again later.'), {
      once: true,
    }),
  )
  const page = await atTheDetails()
  await page.user.upload(picker().getByLabelText('Add photos'), aFile())
  const again = await picker().findByRole('button', { name: 'Send photo 1 again' })
  expect(picker().getByRole('alert')).toHaveTextContent('Please try again later.')
  await page.user.click(screen.getByRole('button', { name: /^Continue/ }))
  expect(page.router.state.location.search).toMatchObject({ step: 3 })
  await page.user.click(again)
  await waitFor(() => expect(storedDraft().photos).toEqual(held))
  expect(held).toHaveLength(1)
})

test('whoever reloads with a photo that was not sent is asked first', async () => {
  server.use(
    http.put('*/api/v1/item-photos/:id', () => aProblem(503, 'Please try again later.'), {
      once: true,
    }),
  )
  const isAsked = () => {
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    return leaving.defaultPrevented
  }
  const page = await atTheDetails()
  expect(isAsked()).toBe(false)
  await page.user.upload(picker().getByLabelText('Add photos'), aFile())
  const again = await picker().findByRole('button', { name: 'Send photo 1 again' })
  expect(isAsked()).toBe(true)
  await page.user.click(again)
  await waitFor(() => expect(isAsked()).toBe(false))
  expect(held).toHaveLength(1)
})

test('no more than six photos are taken', async () => {
  held = ['a', 'b', 'c', 'd', 'e']
  const page = await atTheDetails(held)
  await waitFor(() => expect(picker().getAllByRole('img')).toHaveLength(5))
  await page.user.upload(picker().getByLabelText('Add photos'), [aFile('1.jpg'), aFile('2.jpg')])
  await waitFor(() => expect(picker().getAllByRole('img')).toHaveLength(6))
  expect(picker().getByRole('alert')).toHaveTextContent('You can add up to 6 photos.')
})
