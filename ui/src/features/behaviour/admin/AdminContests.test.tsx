import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { DrivingEventOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const EVENT: DrivingEventOut = {
  id: 'evt-1',
  driver_id: 'drv-1',
  type: 'harsh_braking',
  severity: 'high',
  start: '2026-11-20T15:00:00Z',
  end: '2026-11-20T15:00:01Z',
  lat: 40.75,
  lng: -73.98,
  details: { acceleration_mps2: -6.5, speed_mph: 4 },
  resolved: false,
  contest: {
    reason: 'A child ran out.',
    contested_at: '2026-11-20T16:00:00Z',
    status: 'open',
    decided_at: null,
    decision_reason: null,
  },
}

test('a contest is looked at on its trace, and upheld with a reason', async () => {
  signedInAs({ userType: 'admin' })
  let items = [EVENT]
  let decision: unknown
  server.use(
    http.get('*/api/v1/behaviour/contests', () => HttpResponse.json({ items, next: null })),
    http.get('*/api/v1/behaviour/events/evt-1', () =>
      HttpResponse.json({ event: EVENT, trace: [], forgotten: false }),
    ),
    http.post('*/api/v1/behaviour/events/evt-1/contest/decision', async ({ request }) => {
      decision = await request.json()
      items = []
      return HttpResponse.json(EVENT)
    }),
  )
  const { user } = visit('/admin?tab=contests')
  await screen.findByText('A child ran out.')
  await user.click(screen.getByRole('button', { name: /Show Trace of Harsh braking/ }))
  expect(await screen.findByText(/no longer kept/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Approve Appeal' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve the appeal?' }))
  await user.type(dialog.getByRole('textbox'), 'So it was.')
  await user.click(dialog.getByRole('button', { name: 'Approve Appeal' }))
  await screen.findByText('Nothing to decide')
  expect(decision).toEqual({ decision: 'uphold', reason: 'So it was.' })
})
