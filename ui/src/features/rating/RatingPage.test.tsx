import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { OrderOut, TrackingOut } from '@/api/generated/types.gen'
import { anOrder } from '@/testing/orders'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const DEE = {
  id: 'drv-1',
  name: 'Dee Driver',
  phone: '+12125550177',
  rating: 4.8,
  total_jobs: 12,
  photo_id: null,
  vehicle: { type: 'van', make: 'Ford', model: 'Transit', year: 2021 },
} as unknown as TrackingOut['driver']

/** The server's order, which a rating changes. */
function serve(changes: Partial<OrderOut> = {}, driver = DEE) {
  const order = anOrder({ id: 'o-1', status: 'completed', customer_id: 'user-ann', ...changes })
  const served = { order, sent: [] as { body: unknown; key: string | null }[] }
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () =>
      HttpResponse.json({ order: served.order, driver }),
    ),
    http.post('*/api/v1/orders/:id/rating', async ({ request }) => {
      const body = (await request.json()) as { stars: number; feedback: string }
      served.sent.push({ body, key: request.headers.get('Idempotency-Key') })
      served.order = {
        ...served.order,
        customer_rating: body.stars,
        customer_feedback: body.feedback,
      }
      return HttpResponse.json(served.order)
    }),
  )
  return served
}

test('signed out asks to sign in, and leads back here', async () => {
  visit('/rate/o-1')
  await screen.findByRole('heading', { name: 'Rate your delivery' })
  const [login] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Login' })
  expect(login).toHaveAttribute('href', '/login?next=%2Frate%2Fo-1')
})

test('stars and words are sent once, and thanked for', async () => {
  signedInAs()
  const served = serve()
  const { user } = visit('/rate/o-1')
  await screen.findByRole('heading', { name: 'How was your delivery?' })
  expect(document.title).toBe(`Rate your driver, order #${served.order.number} · haulage`)
  expect(screen.getByText('Dee Driver')).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: '4 stars, Good' }))
  await user.type(screen.getByLabelText(/What went well/), ' Careful with the lamp. ')
  await user.click(screen.getByRole('button', { name: 'Send Rating' }))
  await screen.findByRole('heading', { name: 'Thank you for your rating' })
  expect(screen.getByRole('img', { name: '4 of 5 stars' })).toBeInTheDocument()
  expect(screen.getByText('Careful with the lamp.')).toBeInTheDocument()
  expect(served.sent).toHaveLength(1)
  expect(served.sent[0]?.body).toEqual({ stars: 4, feedback: 'Careful with the lamp.' })
  expect(served.sent[0]?.key).toBeTruthy()
})

test('the face of who drove stands beside the stars', async () => {
  signedInAs()
  server.use(
    http.get('*/api/v1/orders/o-1/driver-photo', () =>
      HttpResponse.arrayBuffer(new ArrayBuffer(8), { headers: { 'Content-Type': 'image/webp' } }),
    ),
  )
  serve({}, { ...DEE, photo_id: 'pho-1' } as typeof DEE)
  visit('/rate/o-1')
  expect(await screen.findByRole('img', { name: 'Dee Driver' })).toBeVisible()
})

test('without stars nothing is sent and the screen says what is missing', async () => {
  signedInAs()
  const served = serve()
  const { user } = visit('/rate/o-1')
  await user.click(await screen.findByRole('button', { name: 'Send Rating' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Choose one to five stars.')
  expect(served.sent).toEqual([])
})

test('a rating that is refused stays in the form with the reason', async () => {
  signedInAs()
  serve()
  server.use(
    http.post('*/api/v1/orders/:id/rating', () =>
      aProblem(409, 'You have rated this order already.'),
    ),
  )
  const { user } = visit('/rate/o-1')
  await user.click(await screen.findByRole('radio', { name: '5 stars, Excellent' }))
  await user.click(screen.getByRole('button', { name: 'Send Rating' }))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('You have rated this order already.'),
  )
})

test.each([
  [{ status: 'in_progress' }, 'Not delivered yet'],
  [{ status: 'cancelled' }, 'This order was canceled'],
  [{ customer_id: 'somebody-else' }, 'Order not found'],
] as const)('an order that cannot be rated says why: %j', async (changes, title) => {
  signedInAs()
  serve(changes)
  visit('/rate/o-1')
  await screen.findByRole('heading', { name: title })
})

test('an unknown order is told as one', async () => {
  signedInAs()
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () => aProblem(404, 'Order tracking not found')),
  )
  visit('/rate/o-1')
  await screen.findByRole('heading', { name: 'Order not found' })
})
