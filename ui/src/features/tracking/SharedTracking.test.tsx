import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { SharedTrackingOut } from '@/api/generated/types.gen'
import { zSharedTrackingOut } from '@/api/generated/zod.gen'
import { NOTHING_CLAIMED } from '@/testing/claims'
import { messageApi } from '@/testing/messages'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { aDelivered, anAssigned, aTracking, at } from './aTracking'

const TOKEN = `trk_abc.${'0'.repeat(64)}`
const PATH = `/track/o-1?token=${TOKEN}`

/** What the server leaves of an order for the holder of a link; its own schema drops the rest. */
function shared(tracking = aTracking()): SharedTrackingOut {
  const { driver, ...rest } = tracking
  return zSharedTrackingOut.parse({
    ...rest,
    order: { ...rest.order, failure_message: null },
    driver: driver && { ...driver, name: 'Maria' },
    expires_at: at(60),
  }) as SharedTrackingOut
}

/** A server that knows one link; what it was asked for is kept. */
function serve(answer: () => Response) {
  const requests: URL[] = []
  server.use(
    http.get('*/api/v1/track/:id', ({ request }) => {
      requests.push(new URL(request.url))
      return answer()
    }),
    http.get('*/api/v1/track/:id/events', ({ request }) => {
      requests.push(new URL(request.url))
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(': ping\n\n')),
      })
      return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } })
    }),
  )
  return requests
}

test('a visitor with a link sees the story without signing in, and nothing that is withheld', async () => {
  const requests = serve(() => HttpResponse.json(shared()))
  const { router } = visit(PATH)
  expect(await screen.findByText('Arriving in 12 min')).toBeVisible()
  expect(router.state.location.pathname).toBe('/track/o-1')
  const driver = within(screen.getByRole('region', { name: 'Your driver' }))
  expect(driver.getByText('Maria')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Call Driver' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  expect(screen.queryByText('Items')).toBeNull()
  expect(document.body).not.toHaveTextContent('$')
  expect(screen.getByText(/Shared with you until/)).toBeVisible()
  await waitFor(() => expect(requests.map(({ pathname }) => pathname)).toHaveLength(2))
  expect(requests.map((url) => url.searchParams.get('token'))).toEqual([TOKEN, TOKEN])
})

test('before there is a driver it says so, and nothing of cancelling', async () => {
  const waiting = anAssigned({ status: 'pending', tracking_status: 'confirmed' }, { driver: null })
  serve(() => HttpResponse.json(shared(waiting)))
  visit(PATH)
  expect(await screen.findByText('A driver is being found.')).toBeVisible()
})

test('a delivered order is told as delivered, without anything to book or rate', async () => {
  serve(() => HttpResponse.json(shared(aDelivered())))
  visit(PATH)
  expect((await screen.findAllByText('Delivered')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('link', { name: 'Rate Your Delivery' })).toBeNull()
})

test('a link that has ended says why', async () => {
  const sentence = 'This tracking link is no longer shared. Ask whoever sent it for a new one.'
  serve(() => aProblem(410, sentence))
  visit(PATH)
  expect(await screen.findByRole('heading', { name: 'This link has ended' })).toBeVisible()
  expect(screen.getByText(sentence)).toBeVisible()
})

test('a broken link is not found', async () => {
  serve(() => aProblem(404, 'Order tracking not found'))
  visit(PATH)
  expect(await screen.findByRole('heading', { name: 'Order tracking not found' })).toBeVisible()
})

test('a link that is shared is there after a reload and after the delivery, and can be stopped', async () => {
  const deleted: string[] = []
  signedInAs()
  messageApi()
  const ended = aTracking({ order: { status: 'completed', completed_at: at(-5) } })
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () => HttpResponse.json(ended)),
    http.get('*/api/v1/orders/:id/events', () => HttpResponse.error()),
    http.get('*/api/v1/orders/:id/claims', () => HttpResponse.json(NOTHING_CLAIMED)),
    http.get('*/api/v1/orders/:id/tracking-link', () =>
      HttpResponse.json({
        link: { path: PATH, token: TOKEN, created_at: at(0), expires_at: at(90) },
      }),
    ),
    http.delete('*/api/v1/orders/:id/tracking-link', ({ request }) => {
      deleted.push(request.url)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Stop Sharing' }))
  await waitFor(() => expect(screen.queryByText('Shared by link')).not.toBeInTheDocument())
  expect(deleted).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Share Tracking Link' })).not.toBeInTheDocument()
})

test('the customer shares a link, and shares it no longer', async () => {
  const deleted: string[] = []
  signedInAs()
  messageApi()
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () => HttpResponse.json(anAssigned())),
    http.get('*/api/v1/orders/:id/events', () => HttpResponse.error()),
    http.post('*/api/v1/orders/:id/tracking-link', () =>
      HttpResponse.json({ path: PATH, token: TOKEN, created_at: at(0), expires_at: at(90) }),
    ),
    http.delete('*/api/v1/orders/:id/tracking-link', ({ request }) => {
      deleted.push(request.url)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Share Tracking Link' }))
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(link.value).toBe(`${window.location.origin}${PATH}`)
  await user.click(screen.getByRole('button', { name: 'Copy Link' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(link.value)
  await user.click(screen.getByRole('button', { name: 'Stop Sharing' }))
  expect(await screen.findByRole('button', { name: 'Share Tracking Link' })).toBeVisible()
  expect(deleted).toHaveLength(1)
})
