import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { TrackingOut } from '@/api/generated/types.gen'
import { messageApi } from '@/testing/messages'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'
import { anAssigned, aTracking, at } from './aTracking'

const SLOTS = [
  { start: at(60), end: at(180), keeps_driver: true },
  { start: at(24 * 60), end: at(26 * 60), keeps_driver: false },
]

function serve(tracking: TrackingOut) {
  const served = { tracking, sent: [] as unknown[], days: [] as (string | null)[] }
  messageApi()
  server.use(
    http.get('*/api/v1/orders/:id/tracking', () => HttpResponse.json(served.tracking)),
    http.get('*/api/v1/orders/:id/events', () => HttpResponse.error()),
    http.get('*/api/v1/orders/:id/slots', ({ request }) => {
      served.days.push(new URL(request.url).searchParams.get('day'))
      return HttpResponse.json({ items: SLOTS, next: null })
    }),
    http.post('*/api/v1/orders/:id/reschedule', async ({ request }) => {
      const body = (await request.json()) as { start: string }
      served.sent.push(body)
      served.tracking = anAssigned({ scheduled_time: body.start })
      return HttpResponse.json(served.tracking.order)
    }),
  )
  return served
}

test('a pickup is moved to another slot, and the loss of the driver is told before', async () => {
  signedInAs()
  const served = serve(anAssigned())
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Change Pickup Time' }))
  const [soon, later] = await screen.findAllByRole('radio')
  expect(screen.getByRole('button', { name: 'Move Pickup' })).toBeDisabled()
  await user.click(later as HTMLElement)
  expect(
    screen.getByText(
      /another one, and canceling is free from then on\. The price stays the same\./,
    ),
  ).toBeVisible()
  await user.click(soon as HTMLElement)
  expect(screen.queryByText(/Your driver cannot come then/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Move Pickup' }))
  expect(
    await screen.findByText(/Your pickup is now .* Your driver stays the same\.$/),
  ).toBeVisible()
  expect(served.sent).toEqual([{ start: SLOTS[0]?.start }])
})

test('the booked time is marked among the windows of its day, and another day has its own', async () => {
  signedInAs()
  const served = serve(anAssigned({ scheduled_time: at(60), scheduled_until: at(180) }))
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Change Pickup Time' }))
  const rows = (await screen.findAllByRole('radio')).map((row) => row.closest('label'))
  expect(rows[0]).toHaveTextContent(/^4–6 PM ETYour time now$/)
  expect(screen.getByText(/^Your pickup now: Wed, Nov 18, /)).toBeVisible()
  expect(rows[1]).not.toHaveTextContent('Your time now')
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-05' } })
  await waitFor(() => expect(served.days.at(-1)).toBe('2026-12-05'))
})

test('a slot that is refused says why', async () => {
  signedInAs()
  serve(anAssigned())
  server.use(
    http.post('*/api/v1/orders/:id/reschedule', () =>
      aProblem(409, 'Your driver is already on the way: this order can no longer be rescheduled.'),
    ),
  )
  const { user } = visit('/track/o-1')
  await user.click(await screen.findByRole('button', { name: 'Change Pickup Time' }))
  const [soon] = await screen.findAllByRole('radio')
  await user.click(soon as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Move Pickup' }))
  expect(await screen.findByText(/can no longer be rescheduled/)).toBeVisible()
})

test('once the driver is on the way the time stands', async () => {
  signedInAs()
  serve(aTracking())
  visit('/track/o-1')
  await screen.findByRole('heading', { name: 'Track Order' })
  expect(screen.queryByRole('button', { name: 'Change Pickup Time' })).not.toBeInTheDocument()
})
