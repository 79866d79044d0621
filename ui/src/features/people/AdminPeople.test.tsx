import { cleanup, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { PersonOut } from '@/api/generated/types.gen'
import { aDriver, anAccount } from '@/testing/drivers'
import { aMethod, aPayout, aStanding, payoutsOfDriver } from '@/testing/payouts'
import { LISTED_PERSON } from '@/testing/people'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const EVE: PersonOut = {
  account: {
    user_id: 'usr_eve',
    auth_id: '7f3c1f0e-0d57-4b0e-9e52-0f3a1c1d2b3a',
    email: 'eve@example.com',
    name: 'Eve Ott',
    user_type: 'customer',
    created_at: '2026-11-01T12:00:00Z',
    last_sign_in_at: null,
    suspended_at: null,
    suspension_reason: null,
  },
  phone: '+12125550100',
  timezone: 'America/New_York',
  driver: null,
  approval_reason: null,
  override: null,
  figures: {
    last_active_at: '2026-11-02T12:00:00Z',
    sessions: 1,
    orders: 3,
    jobs: 0,
    paid_cents: 12_345,
    refunded_cents: 0,
    claims: 0,
    claims_about: 0,
  },
}
const SESSION = {
  id: 'ses_1',
  created_at: '2026-11-01T12:00:00Z',
  last_used_at: '2026-11-02T12:00:00Z',
  ends_at: '2026-12-01T12:00:00Z',
  device: 'Firefox on Linux',
  network: '203.0.113.0/24',
  is_current: false,
}
const NOTHING = { items: [], next: null }

/** What the server is told to do, with the reason, and what it is asked for. */
function backend(first: PersonOut = EVE) {
  const done: string[] = []
  const asked: string[] = []
  let person = first
  server.use(
    http.get('*/api/v1/people', ({ request }) => {
      asked.push(new URL(request.url).searchParams.toString())
      return HttpResponse.json({ items: [LISTED_PERSON], next: null })
    }),
    http.get('*/api/v1/people/:id', () => HttpResponse.json(person)),
    http.get('*/api/v1/orders/all', () => HttpResponse.json(NOTHING)),
    http.get('*/api/v1/payments/all', () => HttpResponse.json(NOTHING)),
    http.get('*/api/v1/accounts/usr_eve/sessions', () =>
      HttpResponse.json({ items: done.length > 0 ? [] : [SESSION], next: null }),
    ),
    http.post('*/api/v1/accounts/usr_eve/:what', async ({ params, request }) => {
      const { reason } = (await request.json()) as { reason: string }
      done.push(`${params.what}: ${reason}`)
      const isIn = params.what === 'suspend'
      const account = {
        ...EVE.account,
        suspended_at: isIn ? '2026-11-03T12:00:00Z' : null,
        suspension_reason: isIn ? reason : null,
      }
      person = { ...person, account }
      return HttpResponse.json(account)
    }),
    http.post('*/api/v1/drivers/drv_1/:what', async ({ params, request }) => {
      const { reason } = (await request.json()) as { reason: string }
      done.push(`${params.what}: ${reason}`)
      return HttpResponse.json(aDriver({ id: 'drv_1' }))
    }),
    http.get('*/api/v1/drivers/:id/:what', () => aProblem(404, 'Driver not found')),
  )
  return { done, asked }
}

async function opened() {
  const { user } = visit('/admin?tab=people&person=usr_eve')
  await screen.findByText(/Firefox on Linux, last used/)
  return user
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('people are narrowed by what the address says, and one of them is opened', async () => {
  const { asked } = backend()
  const { user, router } = visit('/admin?tab=people&role=customer&stand=suspended')
  await user.click(await screen.findByRole('link', { name: 'Eve Ott' }))
  expect(asked[0]).toBe('limit=20&user_type=customer&state=suspended')
  expect(await screen.findByRole('heading', { name: 'Eve Ott' })).toBeVisible()
  expect(screen.getByText('$123.45')).toBeVisible()
  expect(router.state.location.search).toMatchObject({ person: 'usr_eve' })
  await user.click(screen.getByRole('button', { name: 'All people' }))
  expect(await screen.findByRole('link', { name: 'Eve Ott' })).toBeVisible()
})

test('an account is suspended with a reason, and reinstated', async () => {
  const { done } = backend()
  const user = await opened()
  await user.click(screen.getByRole('button', { name: 'Suspend Account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Suspend Account' }))
  dialog.getByText('Write a few words.')
  await user.type(dialog.getByRole('textbox'), 'Stolen cards')
  await user.click(dialog.getByRole('button', { name: 'Suspend Account' }))
  await screen.findByText('Stolen cards')
  await screen.findByText('Signed in nowhere.')
  await user.click(screen.getByRole('button', { name: 'Reinstate Account' }))
  const second = within(await screen.findByRole('dialog'))
  await user.type(second.getByRole('textbox'), 'A mistake')
  await user.click(second.getByRole('button', { name: 'Reinstate Account' }))
  await screen.findByRole('button', { name: 'Suspend Account' })
  expect(done).toEqual(['suspend: Stolen cards', 'reinstate: A mistake'])
})

test('somebody is signed out everywhere', async () => {
  const { done } = backend()
  const user = await opened()
  await user.click(screen.getByRole('button', { name: 'Sign Out Everywhere' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'Lost phone')
  await user.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }))
  await screen.findByText('Signed in nowhere.')
  expect(done).toEqual(['end-sessions: Lost phone'])
})

test('a driver’s page says where their money is and goes', async () => {
  backend({ ...EVE, driver: aDriver() })
  payoutsOfDriver({
    standing: aStanding({ available_cents: 12_00, unsent_cents: 30_00, frozen_cents: 4_00 }),
    methods: [aMethod(), aMethod({ id: 'pom-2', is_default: false, is_verified: false })],
    payouts: [aPayout({ status: 'failed', failure_reason: 'The bank account was closed.' })],
  })
  const account = anAccount({
    status: 'restricted',
    payouts_enabled: false,
    currently_due: ['individual.id_number'],
  })
  server.use(http.get('*/api/v1/drivers/drv-1/payout-account', () => HttpResponse.json(account)))
  await opened()
  const payouts = within(await screen.findByRole('region', { name: 'Payouts' }))
  await payouts.findByText('Account restricted, payouts off')
  payouts.getByText('Still needed: Your Social Security number')
  const line = (term: string) => payouts.getByText(term).nextElementSibling
  await payouts.findByText('Available')
  expect(line('Available')).toHaveTextContent('$12.00')
  expect(line('Waits for the account')).toHaveTextContent('$30.00')
  expect(line('Frozen by a dispute')).toHaveTextContent('$4.00')
  expect(payouts.queryByText('Owed to the platform')).toBeNull()
  await payouts.findByText('Debit card ending 5556 · default')
  payouts.getByText('Debit card ending 5556 · being verified')
  await payouts.findByText(
    'In 30 days: earned $1,207.50, paid out $900.00, pending $60.00 before fees',
  )
  const history = within(await payouts.findByRole('region', { name: 'Payout History' }))
  await history.findByText(
    /^Instant payout · \$100.00 · Failed · .* · The bank account was closed\.$/,
  )
})

test('an approval of a driver who never applied is asked for with a reason', async () => {
  const driver = aDriver({ id: 'drv_1', is_approved: false, approval_date: null })
  const { done } = backend({ ...EVE, driver })
  const user = await opened()
  expect(screen.getByText('Waiting for approval')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Ask for an Approval' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'License seen')
  await user.click(dialog.getByRole('button', { name: 'Ask for an Approval' }))
  await screen.findByText('Another administrator can confirm it now.')
  expect(done).toEqual(['approval: License seen'])
})

test('another administrator confirms it, and whoever asked does not', async () => {
  const driver = aDriver({ id: 'drv_1', is_approved: false, approval_date: null })
  const override = {
    requested_by: 'usr_other',
    requested_at: '2026-11-02T12:00:00Z',
    reason: 'License seen',
    may_confirm: true,
  }
  backend({ ...EVE, driver, override })
  let confirmed = 0
  server.use(
    http.post('*/api/v1/drivers/drv_1/approval/confirm', () => {
      confirmed += 1
      return HttpResponse.json(driver)
    }),
  )
  const user = await opened()
  await user.click(screen.getByRole('button', { name: 'Confirm and Approve' }))
  await screen.findByText('The driver was approved.')
  expect(confirmed).toBe(1)
  expect(screen.queryByRole('button', { name: 'Ask for an Approval' })).not.toBeInTheDocument()
})

test('a driver is suspended with a reason that they read', async () => {
  const { done } = backend({ ...EVE, driver: aDriver({ id: 'drv_1' }) })
  const user = await opened()
  await user.click(screen.getByRole('button', { name: 'Suspend Driver' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'The insurance has ended')
  await user.click(dialog.getByRole('button', { name: 'Suspend Driver' }))
  await screen.findByText('The driver was suspended.')
  expect(done).toEqual(['suspend: The insurance has ended'])
})

test('somebody who does not exist is told so', async () => {
  server.use(http.get('*/api/v1/people/:id', () => aProblem(404, 'User not found')))
  visit('/admin?tab=people&person=usr_nobody')
  await screen.findByText('User not found')
})

test('an administrator without a second factor is led to where it is set up, and back', async () => {
  server.use(
    http.get('*/api/v1/jobs*', () =>
      aProblem(403, 'Administrators need a second factor here.', 'admin_second_factor_required'),
    ),
  )
  visit('/admin?tab=jobs')
  const link = await screen.findByRole('link', { name: 'Set Up Two-Factor' })
  expect(link).toHaveAttribute('href', '/account?next=%2Fadmin%3Ftab%3Djobs')
})

test('how often a problem was reported leads to those reports, and none is said', async () => {
  backend({ ...EVE, figures: { ...EVE.figures, claims: 2 } })
  server.use(http.get('*/api/v1/claims', () => HttpResponse.json(NOTHING)))
  visit('/admin?tab=people&person=usr_eve')
  const link = await screen.findByRole('link', { name: '2' })
  expect(link).toHaveAttribute('href', expect.stringContaining('claims=all'))
  cleanup()
  backend()
  visit('/admin?tab=people&person=usr_eve')
  expect((await screen.findByText('Problems reported')).nextElementSibling).toHaveTextContent(
    'None',
  )
})
