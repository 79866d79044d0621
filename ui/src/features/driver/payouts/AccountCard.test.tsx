import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { departure } from '@/auth/departure'
import { anAccount, signedInDriver } from '@/testing/drivers'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'

const EARNINGS = '/driver-dashboard?tab=earnings'
const LINK = '*/api/v1/drivers/drv-1/payout-account/:page'

afterEach(() => vi.restoreAllMocks())

const card = async () => within(await screen.findByRole('region', { name: 'Payout account' }))

test('a driver without an account is told so, and leaves to set one up', async () => {
  signedInDriver({ account: null })
  server.use(
    http.post(LINK, ({ params }) =>
      HttpResponse.json({ url: `https://form.example/${params.page}` }),
    ),
  )
  const left = vi.spyOn(departure, 'leaveFor').mockImplementation(() => {})
  const { user } = visit(EARNINGS)
  const shown = await card()
  await shown.findByText('Driver does not have a Stripe Connect account')
  await user.click(shown.getByRole('button', { name: 'Set Up Payouts' }))
  await expect.poll(() => left.mock.calls).toEqual([['https://form.example/onboarding-link']])
})

test('what is still needed stands in words, each once, with the day it is due', async () => {
  const account = anAccount({
    status: 'restricted',
    next_step: 'continue_set_up',
    currently_due: ['individual.dob.day', 'individual.dob.year', 'external_account', 'new.thing'],
    due_by: '2026-12-24T12:00:00Z',
  })
  signedInDriver({ account })
  visit(EARNINGS)
  const shown = await card()
  await shown.findByText('Restricted')
  expect(shown.getByText('Still needed by Dec 24, 2026')).toBeVisible()
  expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Your date of birth',
    'A bank account or debit card',
    'More about you',
  ])
  expect(shown.getByRole('button', { name: 'Continue' })).toBeVisible()
})

test('an account that is not begun says so, and not that somebody looks at it', async () => {
  const account = anAccount({
    status: 'pending',
    details_submitted: false,
    next_step: 'continue_set_up',
  })
  signedInDriver({ account })
  visit(EARNINGS)
  const shown = await card()
  await shown.findByText('Your account is not set up yet. What you earn waits for you.')
})

test('a ready account opens its dashboard in a new tab, which closes where that fails', async () => {
  signedInDriver()
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.spyOn(departure, 'openTab').mockReturnValue(tab as unknown as Window)
  server.use(http.post(LINK, () => HttpResponse.json({ url: 'https://dashboard.example/1' })))
  const { user } = visit(EARNINGS)
  const shown = await card()
  const open = await shown.findByRole('button', { name: 'Open Dashboard' })
  await user.click(open)
  await expect.poll(() => tab.location.href).toBe('https://dashboard.example/1')
  expect(tab.close).not.toHaveBeenCalled()

  server.use(http.post(LINK, () => aProblem(503, 'The payment provider does not answer.')))
  await user.click(open)
  await screen.findByText('The payment provider does not answer.')
  expect(tab.close).toHaveBeenCalledOnce()
})

test.each([
  ['simulated cards', {}, 'Active'],
  [
    'a provider that rejects',
    { status: 'rejected', details_submitted: false } as const,
    'Rejected',
  ],
])('with %s there is nothing to do', async (_, changes, word) => {
  signedInDriver({ account: anAccount({ next_step: null, ...changes }) })
  visit(EARNINGS)
  const shown = await card()
  await shown.findByText(word)
  expect(shown.queryByRole('button')).toBeNull()
})

test('an account that cannot be loaded is asked for again', async () => {
  signedInDriver()
  server.use(
    http.get('*/api/v1/drivers/drv-1/payout-account', () => aProblem(404, 'Driver not found'), {
      once: true,
    }),
  )
  const { user } = visit(EARNINGS)
  const shown = await card()
  await shown.findByText('Your payout account could not be loaded')
  await user.click(shown.getByRole('button', { name: 'Try Again' }))
  await shown.findByText('Active')
})
