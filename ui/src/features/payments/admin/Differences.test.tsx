import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { DifferenceOut, ReconciliationRunOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const AT = '2026-11-20T14:00:00Z'
/** It is looked at every two seconds. */
const WAIT = { timeout: 8_000 }

function aDifference(changes: Partial<DifferenceOut> = {}): DifferenceOut {
  return {
    id: 'dif-1',
    kind: 'not_sent',
    subject: 'refund',
    payment_id: 'pay-1',
    refund_id: 'rfd-1',
    order_id: 'order-1',
    their_id: null,
    our_cents: -1000,
    their_cents: null,
    our_status: 'failed',
    their_status: null,
    their_fee_cents: null,
    their_net_cents: null,
    occurred_at: AT,
    created_at: AT,
    seen_at: AT,
    closed_at: null,
    accepted_because: null,
    ...changes,
  }
}

function aRun(changes: Partial<ReconciliationRunOut> = {}): ReconciliationRunOut {
  return {
    id: 'rec-1',
    state: 'done',
    repair: true,
    since: null,
    requested_at: AT,
    started_at: AT,
    finished_at: AT,
    failure: null,
    entries: 0,
    found: 0,
    repaired: 0,
    closed: 0,
    open: 0,
    ...changes,
  }
}

function backend(differences: DifferenceOut[], run: ReconciliationRunOut | null = null) {
  const requests: { path: string; body: unknown; key: string | null }[] = []
  const note = async (request: Request) => {
    const text = await request.text()
    requests.push({
      path: new URL(request.url).pathname.replace(/.*\/api\/v1/, ''),
      body: text ? JSON.parse(text) : null,
      key: request.headers.get('idempotency-key'),
    })
  }
  server.use(
    http.get('*/api/v1/payments/differences', () =>
      HttpResponse.json({ items: differences, next: null }),
    ),
    http.post('*/api/v1/payments/reconcile', async ({ request }) => {
      await note(request)
      run = aRun({ state: 'waiting' })
      return HttpResponse.json(run, { status: 202 })
    }),
    http.get('*/api/v1/payments/reconciliation', () => {
      const answer = HttpResponse.json({ run })
      if (run?.state === 'waiting') run = aRun({ state: 'running' })
      else if (run?.state === 'running')
        run = aRun({ entries: 12, found: 1, repaired: 1, closed: 1, open: 2 })
      return answer
    }),
    http.post('*/api/v1/payments/differences/:id/accept', async ({ request }) => {
      await note(request)
      differences = []
      return HttpResponse.json(aDifference({ closed_at: AT }))
    }),
    http.post('*/api/v1/refunds/:id/:what', async ({ request }) => {
      await note(request)
      return HttpResponse.json({ id: 'rfd-1' })
    }),
  )
  return requests
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('where nothing differs the page says so', async () => {
  backend([])
  visit('/admin?tab=differences')
  await screen.findByText('Nothing differs')
})

test('a difference tells what both sides have', async () => {
  backend([
    aDifference({
      kind: 'other_status',
      subject: 'payment',
      refund_id: null,
      their_id: 'ch_1',
      our_cents: 2706,
      their_cents: 2706,
      our_status: 'requires_payment_method',
      their_status: 'succeeded',
    }),
  ])
  visit('/admin?tab=differences')
  const row = within(await screen.findByLabelText('Difference pay-1'))
  expect(row.getByText('Payment: another status at the provider')).toBeVisible()
  expect(row.getAllByText('$27.06')).toHaveLength(2)
  expect(row.getByText('requires payment method')).toBeVisible()
  expect(row.getByText('succeeded')).toBeVisible()
  expect(row.queryByRole('button', { name: /refund/ })).toBeNull()
})

test('a movement that nothing of ours stands for tells what it is, its fee and its net', async () => {
  backend([
    aDifference({
      kind: 'unknown_entry',
      subject: 'entry',
      refund_id: null,
      payment_id: null,
      their_id: 'txn_1',
      our_cents: null,
      their_cents: -200,
      their_fee_cents: 25,
      their_net_cents: -225,
      our_status: null,
      their_status: 'stripe_fee',
    }),
  ])
  visit('/admin?tab=differences')
  const row = within(await screen.findByLabelText('Difference txn_1'))
  const words =
    'Movement: the provider has one that our books know nothing of (stripe fee, txn_1, fee $0.25, net -$2.25)'
  expect(row.getByText(words)).toBeVisible()
  expect(row.getByText('-$2.00')).toBeVisible()
  expect(row.getByRole('button', { name: 'Accept difference txn_1' })).toBeVisible()
})

test('a balance that is off tells both figures and how far they are apart', async () => {
  backend([
    aDifference({
      kind: 'balance_off',
      subject: 'balance',
      refund_id: null,
      payment_id: null,
      our_cents: 10000,
      their_cents: 9800,
      our_status: null,
    }),
  ])
  visit('/admin?tab=differences')
  const row = within(await screen.findByLabelText('Difference dif-1'))
  const words =
    'Balance: all that the provider holds for us is not what our books come to (-$2.00 apart)'
  expect(row.getByText(words)).toBeVisible()
  expect(row.getByText('$100.00')).toBeVisible()
  expect(row.getByText('$98.00')).toBeVisible()
})

test('a refund that does not go out is sent again', async () => {
  const requests = backend([aDifference()])
  const { user } = visit('/admin?tab=differences')
  await user.click(await screen.findByRole('button', { name: 'Send refund rfd-1 again' }))
  await screen.findByText('The refund is sent again.')
  expect(requests.map(({ path }) => path)).toEqual(['/refunds/rfd-1/resend'])
})

test('a refund is withdrawn for a reason, once', async () => {
  const requests = backend([aDifference()])
  const { user } = visit('/admin?tab=differences')
  await user.click(await screen.findByRole('button', { name: 'Withdraw refund rfd-1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw refund' }))
  expect(dialog.getByRole('button', { name: 'Withdraw' })).toBeDisabled()
  await user.type(dialog.getByLabelText('Reason'), 'Card closed')
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await screen.findByText('The refund is withdrawn.')
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['/refunds/rfd-1/withdraw', { reason: 'Card closed' }],
  ])
  expect(requests[0]?.key).toBeTruthy()
})

test('a difference that stays is accepted for a reason and leaves the list', async () => {
  const requests = backend([
    aDifference({
      kind: 'unknown_charge',
      subject: 'payment',
      refund_id: null,
      payment_id: null,
      their_id: 'ch_1',
    }),
  ])
  const { user } = visit('/admin?tab=differences')
  await user.click(await screen.findByRole('button', { name: 'Accept difference ch_1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Accept difference' }))
  expect(dialog.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await user.type(dialog.getByLabelText('Reason'), 'Another shop of ours')
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  await screen.findByText('The difference is accepted.')
  await screen.findByText('Nothing differs')
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['/payments/differences/dif-1/accept', { reason: 'Another shop of ours' }],
  ])
})

test('an administrator has it compared, sees it run, and reads what was found', async () => {
  const requests = backend([])
  const { user } = visit('/admin?tab=differences')
  await screen.findByText('Not compared yet.')
  await user.click(screen.getByRole('button', { name: 'Compare now' }))
  await screen.findByText('Comparing with the card provider…', {}, WAIT)
  await screen.findByText(/: 12 entries read, 1 new, 1 repaired, 1 closed, 2 open\.$/, {}, WAIT)
  expect(requests).toHaveLength(1)
})

test('a comparison that broke off says why, and a refusal is told where it was asked', async () => {
  backend([], aRun({ state: 'failed', finished_at: null, failure: 'The card provider is away.' }))
  const { user } = visit('/admin?tab=differences')
  await screen.findByText(/broke off\. The card provider is away\.$/)
  server.use(http.post('*/api/v1/payments/reconcile', () => aProblem(403, 'Not for you.')))
  await user.click(screen.getByRole('button', { name: 'Compare now' }))
  expect(await screen.findByText('Not for you.')).toBeVisible()
})
