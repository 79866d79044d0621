import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ListedClaimOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const OPEN: ListedClaimOut = {
  claim: {
    id: 'rpt-1',
    order_id: 'order-1',
    account: 'Nobody came.',
    created_at: '2026-11-20T15:00:00Z',
    state: 'open',
    decided_at: null,
    decision_reason: null,
  },
  order_number: 10001,
  driver_id: 'drv-1',
  driver_name: 'Dee Driver',
  refundable_cents: 2706,
}

function backend(items: ListedClaimOut[]) {
  const seen = { items, asked: [] as unknown[], filters: [] as (string | null)[] }
  server.use(
    http.get('*/api/v1/claims', ({ request }) => {
      seen.filters.push(new URL(request.url).searchParams.get('status'))
      return HttpResponse.json({ items: seen.items, next: null })
    }),
    http.post('*/api/v1/claims/rpt-1/decision', async ({ request }) => {
      seen.asked.push(await request.json())
      seen.items = []
      return HttpResponse.json({ ...OPEN.claim, state: 'refunded' })
    }),
  )
  return seen
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('a report is decided with a reason, and leaves the list', async () => {
  const seen = backend([OPEN])
  const { user } = visit('/admin?tab=reports')
  await screen.findByText('Nobody came.')
  await user.click(screen.getByRole('button', { name: 'Refund Customer of order 10001' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund the customer?' }))
  await user.click(dialog.getByRole('button', { name: 'Refund $27.06' }))
  expect(dialog.getByText('Write a few words.')).toBeVisible()
  await user.type(dialog.getByRole('textbox'), 'No proof.')
  await user.click(dialog.getByRole('button', { name: 'Refund $27.06' }))
  await screen.findByText('Nothing to decide')
  expect(seen.asked).toEqual([{ decision: 'refund', reason: 'No proof.' }])
  await user.click(screen.getByRole('checkbox', { name: 'Open cases only' }))
  await screen.findByText('No reports yet')
  expect(seen.filters.at(-1)).toBeNull()
})

test('what the server refuses is told in the dialog', async () => {
  backend([OPEN])
  server.use(
    http.post('*/api/v1/claims/rpt-1/decision', () => aProblem(409, 'This payment is disputed.')),
  )
  const { user } = visit('/admin?tab=reports')
  await user.click(await screen.findByRole('button', { name: /Release to Driver: order 10001/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Release to the driver?' }))
  await user.type(dialog.getByRole('textbox'), 'Seen.')
  await user.click(dialog.getByRole('button', { name: 'Release Share' }))
  expect(await dialog.findByText('This payment is disputed.')).toBeVisible()
})
