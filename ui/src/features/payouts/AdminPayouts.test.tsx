import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { CheckedPayoutsOut } from '@/api/generated/types.gen'
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
  expect(screen.getByText('Nothing was paid out.')).toBeVisible()
  expect(asked[0]).toBe('limit=20&status=failed')
})

test('a payout says what arrives, and what became of the rest', async () => {
  books([
    aPayout({ driver_id: 'drv_1' }),
    aPayout({ id: 'pyt-2', driver_id: 'drv_1', net_cents: 69_00, withheld_cents: 24_00 }),
  ])
  visit('/admin?tab=payouts')
  expect(await screen.findByText(/^\$93\.00 after \$7\.00 fees, expected by /)).toBeVisible()
  expect(
    screen.getByText(/^\$69\.00 after \$7\.00 fees and \$24\.00 withheld for taxes, expected/),
  ).toBeVisible()
})

const CHECKED: CheckedPayoutsOut = {
  updated: 0,
  failed: 0,
  message: 'Updated 0 payouts, 0 failed',
  differences: [],
  complete: true,
}

const UNSENT = aPayout({ driver_id: 'drv_1', status: 'pending', provider_id: null })

test('a payout that was never sent is voided with a reason, and pressing again is the same request', async () => {
  books([UNSENT])
  const asked: { key: string | null; reason: unknown }[] = []
  server.use(
    http.post(`*/api/v1/payouts/${UNSENT.id}/void`, async ({ request }) => {
      const { reason } = (await request.json()) as { reason: string }
      asked.push({ key: request.headers.get('Idempotency-Key'), reason })
      return asked.length === 1
        ? aProblem(503, 'Down')
        : HttpResponse.json({ ...UNSENT, status: 'failed', failure_reason: reason })
    }),
  )
  const { user } = visit('/admin?tab=payouts')
  await user.click(await screen.findByRole('button', { name: 'Void Payout' }))
  const dialog = await screen.findByRole('dialog', { name: 'Void payout' })
  const submit = within(dialog).getByRole('button', { name: 'Void Payout' })
  expect(submit).toBeDisabled()
  await user.type(within(dialog).getByLabelText('Reason'), ' Account closed. ')
  await user.click(submit)
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Down')
  await user.click(submit)
  await screen.findByText('The payout was voided.')
  expect(asked.map(({ reason }) => reason)).toEqual(['Account closed.', 'Account closed.'])
  expect(asked[0]?.key).toBeTruthy()
  expect(asked[1]?.key).toBe(asked[0]?.key)
})

test('what the provider has, or what is at its end, is not offered to be voided', async () => {
  books([
    aPayout({ id: 'pyt-1', driver_id: 'drv_1', status: 'pending', provider_id: 'po_1' }),
    aPayout({ id: 'pyt-2', driver_id: 'drv_1', status: 'failed', provider_id: null }),
  ])
  visit('/admin?tab=payouts')
  expect(await screen.findAllByRole('article')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Void Payout' })).toBeNull()
})

test('a check tells where our books differ from the provider’s, and what was not compared', async () => {
  books([])
  const differences: CheckedPayoutsOut['differences'] = [
    {
      fault: 'balance',
      driver_id: 'drv-1',
      payout_id: '',
      provider_id: 'acct_1',
      our_cents: 1200,
      their_cents: 700,
    },
    {
      fault: 'not_there',
      driver_id: 'drv-1',
      payout_id: 'pyt-1',
      provider_id: 'po_1',
      our_cents: 500,
      their_cents: null,
    },
  ]
  server.use(
    http.post('*/api/v1/payouts/check', () =>
      HttpResponse.json({ ...CHECKED, differences, complete: false }),
    ),
  )
  const { user } = visit('/admin?tab=payouts')
  await user.click(await screen.findByRole('button', { name: 'Check Payouts' }))
  expect(await screen.findByText(/differ from the provider’s in 2 places/)).toBeVisible()
  const [balance, missing] = screen
    .getAllByRole('listitem')
    .filter((each) => /acct_1|po_1/.test(each.textContent ?? ''))
  expect(balance).toHaveTextContent(
    /another sum than our books say: .*acct_1 · ours \$12.00 · theirs \$7.00/,
  )
  expect(missing).toHaveTextContent(/knows of no such payout: .*pyt-1 · po_1 · ours \$5.00$/)
  expect(screen.getByText('Not every account was compared')).toBeVisible()
})

test('checking says how many were updated and how many failed', async () => {
  books([])
  server.use(
    http.post('*/api/v1/payouts/check', () =>
      HttpResponse.json({
        ...CHECKED,
        updated: 3,
        failed: 1,
        message: 'Updated 3 payouts, 1 failed',
      }),
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
