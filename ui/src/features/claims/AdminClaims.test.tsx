import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ClaimDetailsOut } from '@/api/generated/types.gen'
import { CASE_REFETCH_MS } from '@/api/refetchIntervals'
import { claimsBackend, DETAILS, LISTED } from '@/testing/adminClaims'
import { aClaim, aShownClaim } from '@/testing/claims'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const A_REFUND = {
  amount_cents: 900,
  created_at: '2026-11-21T10:00:00Z',
  order_id: 'o-1',
  payment_id: 'pay-1',
  sent_at: null,
  status: 'pending',
  reason: 'Sorry.',
  parts: { driver_cents: 400, platform_cents: 430, tax_cents: 70, fare_cents: 0 },
} as const

beforeEach(() => signedInAs({ userType: 'admin' }))

test('the log stands there as a whole, in the words of the order’s timeline', async () => {
  const types = ['created', 'paid', 'started', 'picked_up', 'proved', 'completed', 'claim_opened']
  claimsBackend().details = {
    ...DETAILS,
    events: types.map((type, minute) => ({
      type: type as ClaimDetailsOut['events'][number]['type'],
      at: `2026-11-20T13:0${minute}:00Z`,
      driver_id: minute < 2 ? null : 'drv-1',
      miles_away: null,
    })),
  }
  visit('/admin?tab=claims&claim=clm-1')
  const log = within(await screen.findByRole('region', { name: 'Order log' })).getByRole('list')
  expect(
    within(log)
      .getAllByRole('listitem')
      .map((line) => line.firstChild?.textContent),
  ).toEqual([
    'Booked',
    'Paid',
    'Dee Driver began at the pickup',
    'Picked up',
    'Proof of delivery taken',
    'Delivered',
    'Problem reported',
  ])
  // Nothing of it is hidden in a box that has to be scrolled.
  expect(log).not.toHaveAttribute('tabindex')
})

test('the driver is asked, and reads the question beside the report', async () => {
  const seen = claimsBackend()
  const { user } = visit('/admin?tab=claims&claim=clm-1')
  await user.click(await screen.findByRole('button', { name: 'Ask the driver' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask the driver' }))
  expect(dialog.getByText(/The customer does not learn of it/)).toBeVisible()
  seen.details = {
    ...DETAILS,
    shown: {
      ...aShownClaim(),
      statements: [
        {
          id: 'cst-1',
          party: 'admin_to_driver',
          text: 'Was it whole?',
          created_at: '2026-11-20T15:00:00Z',
        },
      ],
    },
  }
  await user.type(dialog.getByLabelText(/^Question/), 'Was it whole?')
  await user.click(dialog.getByRole('button', { name: 'Send question' }))
  await screen.findByText('The driver has your question.')
  expect(seen.asked).toEqual([{ question: 'Was it whole?' }])
  const side = within(await screen.findByRole('region', { name: 'The driver’s side' }))
  expect(side.getByText(/^Our question to the driver/)).toBeVisible()
})

test('where the proof was taken is on a map beside it', async () => {
  const seen = claimsBackend()
  const taken = { lat: 40.751, lng: -73.95, accuracy_m: 8, at: '2026-11-20T13:59:00Z' }
  seen.details = {
    ...DETAILS,
    proof: {
      id: 'prf-1',
      order_id: 'o-1',
      number: 1,
      hash: 'a',
      erased: false,
      photo: null,
      signature: null,
      recipient_name: 'Ann Lee',
      pin_matched: false,
      position: { ...taken, meters_from_dropoff: 111 },
      taken_at: '2026-11-20T13:59:00Z',
      received_at: '2026-11-20T13:59:00Z',
    },
  }
  visit('/admin?tab=claims&claim=clm-1')
  const proof = within(await screen.findByRole('region', { name: 'Proof of delivery' }))
  const map = await proof.findByRole('region', { name: 'Where the proof was taken' })
  expect(await within(map).findByRole('img', { name: 'Dropoff' })).toBeVisible()
  expect(within(map).getByRole('img', { name: 'Where the proof was taken' })).toBeVisible()
  expect(screen.getByText(/from the address, as its map shows/)).toBeVisible()
})

test('a report is refunded in part beside everything that is known of it', async () => {
  const seen = claimsBackend()
  const { user } = visit('/admin?tab=claims')
  await user.click(await screen.findByRole('link', { name: 'It was not delivered' }))
  expect(await screen.findByText('At the door.')).toBeVisible()
  expect(screen.getByText('Delivered, 2.3 mi away')).toBeVisible()
  expect(screen.getByText('The driver left no proof.')).toBeVisible()
  expect(screen.getByText('No photo at pickup. No photo at delivery.')).toBeVisible()
  for (const [name, part] of [
    ['Order #10001', 'order=o-1'],
    ['Ann Lee', 'person=usr-1'],
    ['Dee Driver', 'person=drv-1'],
    ['$27.06', 'search=pay-1'],
  ] as const)
    expect(screen.getAllByRole('link', { name })[0]).toHaveAttribute(
      'href',
      expect.stringContaining(part),
    )
  const amount = screen.getByLabelText('Refund in dollars')
  expect(amount).toHaveValue('27.06')
  await user.clear(amount)
  await user.type(amount, '30')
  await user.click(screen.getByRole('button', { name: 'Refund' }))
  expect(screen.getByRole('alert')).toHaveTextContent('Enter an amount from $0.01 to $27.06.')
  await user.clear(amount)
  await user.type(amount, '10')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('radio', { name: /The platform alone/ }))
  await user.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund $10.00?' }))
  await user.click(dialog.getByRole('button', { name: 'Refund $10.00' }))
  expect(dialog.getByText('Write a few words.')).toBeVisible()
  await user.type(dialog.getByRole('textbox'), 'For the trouble.')
  await user.click(dialog.getByRole('button', { name: 'Refund $10.00' }))
  await waitFor(() =>
    expect(seen.asked).toEqual([
      { reason: 'For the trouble.', version: 1, refund_cents: 1000, goodwill: true },
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'All reports' }))
  expect(await screen.findByText('Nothing to decide')).toBeVisible()
})

test('the customer is asked, and what the server refuses is told in the dialog', async () => {
  const seen = claimsBackend()
  const { user } = visit('/admin?tab=claims&claim=clm-1')
  await user.click(await screen.findByRole('button', { name: 'Ask the customer' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Ask the customer' }))
  await user.type(asking.getByRole('textbox'), 'Which door?')
  await user.click(asking.getByRole('button', { name: 'Send question' }))
  await waitFor(() => expect(seen.asked).toEqual([{ question: 'Which door?' }]))
  server.use(
    http.post('*/api/v1/claims/clm-1/decision', () => aProblem(409, 'This payment is disputed.')),
  )
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this report?' }))
  expect(dialog.getByText(/this report no longer holds the driver’s share/)).toBeVisible()
  await user.type(dialog.getByRole('textbox'), 'Seen.')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByText('This payment is disputed.')).toBeVisible()
})

test('what there is to decide about stands above the amount, and whose money it is beside it', async () => {
  const seen = claimsBackend()
  seen.details = {
    ...DETAILS,
    payment: {
      id: 'pay-1',
      amount_cents: 5000,
      refund_requested_cents: 1000,
      refundable_cents: 4000,
      refunds: [],
    },
  }
  visit('/admin?tab=claims&claim=clm-1')
  const decision = within(await screen.findByRole('region', { name: 'Decision' }))
  for (const [term, words] of [
    ['The customer asks for', '$27.06 back'],
    ['Paid', '$50.00'],
    ['Returned already', '$10.00'],
    ['Left to refund', '$40.00'],
  ] as const)
    expect(decision.getByText(term).nextElementSibling).toHaveTextContent(words)
  const shares =
    'Driver and platform, by their shares: Driver’s share $4.42, Platform $21.88, Sales tax $0.76'
  expect(await decision.findByRole('radio', { name: shares })).toBeChecked()
})

test('the driver’s other reports are counted, with what came of them and the way to each', async () => {
  const seen = claimsBackend()
  const other = (id: string, state: 'refunded' | 'declined') => ({
    ...LISTED,
    claim: aClaim({ id, state, kind: 'damage', item: 'Mirror' }),
  })
  seen.items = [LISTED, other('clm-2', 'refunded'), other('clm-3', 'declined')]
  visit('/admin?tab=claims&claim=clm-1')
  const name = 'The driver’s other reported problems'
  const others = within(await screen.findByRole('region', { name }))
  expect(await others.findByText(/1 refunded, 1 declined/)).toBeVisible()
  expect(seen.queries.at(-1)).toBe('driver_id=drv-1&limit=100')
  expect(others.getByRole('link', { name: '2 about Dee Driver' })).toHaveAttribute(
    'href',
    '/admin?tab=people&person=drv-1',
  )
  expect(others.getAllByRole('link', { name: 'Something was damaged' })[0]).toHaveAttribute(
    'href',
    '/admin?tab=claims&claim=clm-2',
  )
})

test('declining a report that asked for nothing says nothing of the driver’s share', async () => {
  const seen = claimsBackend()
  seen.details = { ...DETAILS, shown: aShownClaim({ kind: 'late', requested_cents: 0 }) }
  const { user } = visit('/admin?tab=claims&claim=clm-1')
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this report?' }))
  expect(
    dialog.getByText(/gets nothing back for order #10001\. A decision is not taken back\./),
  ).toBeVisible()
  expect(dialog.queryByText(/share/)).not.toBeInTheDocument()
})

const PHOTO = {
  id: 'pho-1',
  party: 'customer' as const,
  url: '/api/v1/claim-photos/pho-1?signature=x',
  width: 4,
  height: 3,
  received_at: '2026-11-20T15:00:00Z',
}

test('each side’s photos stand under whose they are, and open large on the page', async () => {
  const seen = claimsBackend()
  const drivers = { ...PHOTO, id: 'pho-2', party: 'driver' as const }
  seen.details = { ...DETAILS, shown: { ...aShownClaim(), photos: [PHOTO, drivers] } }
  seen.itemPhotos = [{ ...PHOTO, id: 'itm-1' }]
  const { user } = visit('/admin?tab=claims&claim=clm-1')
  const part = async (name: string) => within(await screen.findByRole('region', { name }))
  expect((await part('The report')).getAllByRole('img')).toHaveLength(1)
  const name = 'Photo 1, from the driver'
  expect((await part('The driver’s side')).getAllByRole('img', { name })).toHaveLength(1)
  const moved = await part('What was moved')
  expect(moved.getByText('Sofa')).toBeVisible()
  expect(await moved.findByRole('img', { name: 'Photo 1 of the items' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Photo 1, from the customer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Photo 1, from the customer' }))
  expect(dialog.getByRole('img')).toHaveAttribute('src', PHOTO.url)
})

/** A term and what stands behind it. */
const textOf = (words: RegExp) => (_: string, element: Element | null) =>
  element?.tagName === 'DIV' &&
  element.children.length === 2 &&
  words.test(element.textContent ?? '')

test('a refund by shares says whose money it is before it is confirmed', async () => {
  const claim = aClaim({ requested_cents: 0 })
  claimsBackend().details = { ...DETAILS, shown: { ...DETAILS.shown, claim } }
  const { user } = visit('/admin?tab=claims&claim=clm-1')
  const amount = await screen.findByLabelText('Refund in dollars')
  // Nothing was asked back, so nothing is filled in.
  expect(amount).toHaveValue('')
  await user.type(amount, '10')
  await user.click(screen.getByRole('button', { name: 'Refund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund $10.00?' }))
  for (const part of [/^Driver’s share\$4.42$/, /^Platform\$4.82$/, /^Sales tax\$0.76$/])
    expect(await dialog.findByText(textOf(part))).toBeVisible()
  expect(dialog.getByText(textOf(/^Refund\$10.00$/))).toBeVisible()
  expect(dialog.getByText(/has the card company’s fee in it/)).toBeVisible()
})

test('an answer that came meanwhile is shown before the decision, and nothing typed is lost', async () => {
  const seen = claimsBackend()
  const { user } = visit('/admin?tab=claims&claim=clm-1')
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this report?' }))
  await user.type(dialog.getByRole('textbox'), 'Nobody answered.')
  const said = {
    id: 'cst-1',
    party: 'customer' as const,
    text: 'At the back door.',
    created_at: '2026-11-20T16:00:00Z',
  }
  server.use(
    http.post(
      '*/api/v1/claims/clm-1/decision',
      async ({ request }) => {
        seen.asked.push(await request.json())
        seen.details = {
          ...DETAILS,
          shown: { ...aShownClaim({ state: 'answered', version: 2 }), statements: [said] },
        }
        return aProblem(409, 'This report has changed since you opened it.', 'claim_changed')
      },
      { once: true },
    ),
  )
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(await dialog.findByText('At the back door.')).toBeVisible()
  expect(dialog.getByText(/has changed since you opened it/)).toBeVisible()
  expect(dialog.getByRole('textbox')).toHaveValue('Nobody answered.')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  const decision = { reason: 'Nobody answered.', refund_cents: 0, goodwill: false }
  await waitFor(() =>
    expect(seen.asked).toEqual([
      { ...decision, version: 1 },
      { ...decision, version: 2 },
    ]),
  )
})

test('a report that is open follows what is said about it, until it is decided', async () => {
  const seen = claimsBackend()
  seen.details = { ...DETAILS, shown: aShownClaim({ state: 'information_requested' }) }
  vi.useFakeTimers({ shouldAdvanceTime: true })
  visit('/admin?tab=claims&claim=clm-1')
  await screen.findByRole('button', { name: 'Decline' })
  expect(screen.queryByRole('button', { name: 'Ask the customer' })).not.toBeInTheDocument()
  seen.details = { ...DETAILS, shown: aShownClaim({ state: 'answered', version: 2 }) }
  await vi.advanceTimersByTimeAsync(CASE_REFETCH_MS)
  expect(await screen.findByRole('button', { name: 'Ask the customer' })).toBeVisible()
  vi.useRealTimers()
})

test('what was decided says who paid how much, who decided and when', async () => {
  claimsBackend().details = {
    ...DETAILS,
    refund_id: 'ref-2',
    closed_by: { id: 'usr-9', name: 'Olga Operator', email: 'olga@example.com' },
    payment: {
      ...(DETAILS.payment as NonNullable<ClaimDetailsOut['payment']>),
      refunds: [
        { ...A_REFUND, id: 'ref-1', kind: 'not_performed' },
        { ...A_REFUND, id: 'ref-2', kind: 'goodwill' },
      ],
    },
    shown: aShownClaim({
      state: 'refunded',
      refunded_cents: 900,
      decision_reason: 'Sorry.',
      closed_at: '2026-11-21T17:00:00Z',
    }),
  }
  visit('/admin?tab=claims&claim=clm-1')
  const decision = within(await screen.findByRole('region', { name: 'Decision' }))
  expect(decision.getByText('$9.00 refunded')).toBeVisible()
  expect(decision.getByText('The platform alone (goodwill)')).toBeVisible()
  for (const part of [/^Driver’s share\$4.00$/, /^Platform\$4.30$/, /^Sales tax\$0.70$/])
    expect(decision.getByText(textOf(part))).toBeVisible()
  expect(decision.getByText(textOf(/^WhenNov 21, 2026, 12:00/))).toBeVisible()
  expect(decision.getByRole('link', { name: 'Olga Operator' })).toBeVisible()
  expect(decision.getByRole('link', { name: 'The payment' })).toHaveAttribute(
    'href',
    '/admin?tab=payments&search=pay-1',
  )
  expect(decision.getByRole('link', { name: 'Its split' })).toHaveAttribute(
    'href',
    '/admin?tab=splits&search=%2310001',
  )
  expect(decision.getByText(/^Both sides were sent an e-mail/)).toBeVisible()
})

test('below everything that is read, the decision is one press away', async () => {
  claimsBackend()
  const { user } = visit('/admin?tab=claims&claim=clm-1')
  await user.click(await screen.findByRole('button', { name: 'To the decision' }))
  expect(document.activeElement).toContainElement(screen.getByRole('button', { name: 'Refund' }))
})
