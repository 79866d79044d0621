import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aPayout } from '@/testing/payouts'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

/** What the server is asked for. */
function books(items = [aPayout({ driver_id: 'drv_1' })]) {
  const asked: string[] = []
  server.use(
    http.get('*/api/v1/payouts/all', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString())
      return HttpResponse.json({ items, next: null })
    }),
    http.get('*/api/v1/people/names', () =>
      HttpResponse.json([{ id: 'drv_1', name: 'Dee Driver' }]),
    ),
  )
  return asked
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('payouts are listed with whose they are and why one failed', async () => {
  const asked = books([
    aPayout({
      driver_id: 'drv_1',
      status: 'failed',
      failure_reason: 'The bank account was closed.',
    }),
  ])
  visit('/admin?tab=payouts&payouts=failed')
  await screen.findByRole('article', { name: 'Instant payout of $100.00' })
  expect(await screen.findByRole('link', { name: 'Dee Driver' })).toBeVisible()
  expect(screen.getByText('The bank account was closed.')).toBeVisible()
  expect(asked[0]).toBe('limit=20&status=failed')
})

test('checking says how many were updated and how many failed', async () => {
  books([])
  server.use(
    http.post('*/api/v1/payouts/check', () =>
      HttpResponse.json({ updated: 3, failed: 1, message: 'Updated 3 payouts, 1 failed' }),
    ),
  )
  const { user } = visit('/admin?tab=payouts')
  await screen.findByText('No payouts found')
  await user.click(screen.getByRole('button', { name: 'Check Payouts' }))
  await screen.findByText('Updated 3 payouts, 1 failed')
})

test('a check that failed says so', async () => {
  books()
  server.use(http.post('*/api/v1/payouts/check', () => aProblem(500, 'Down')))
  const { user } = visit('/admin?tab=payouts')
  await user.click(await screen.findByRole('button', { name: 'Check Payouts' }))
  await screen.findByText('Error checking payouts')
})
