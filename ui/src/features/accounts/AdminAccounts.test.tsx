import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { AccountOut } from '@/api/generated/types.gen'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { signedInAs } from '@/testing/session'

const EVE: AccountOut = {
  user_id: 'usr_eve',
  auth_id: '7f3c1f0e-0d57-4b0e-9e52-0f3a1c1d2b3a',
  email: 'eve@example.com',
  name: 'Eve',
  user_type: 'customer',
  created_at: '2026-11-01T12:00:00Z',
  last_sign_in_at: null,
  suspended_at: null,
  suspension_reason: null,
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

/** What the server is told to do, with the reason. */
function backend() {
  const done: string[] = []
  let account = EVE
  server.use(
    http.post('*/api/v1/accounts/find', () => HttpResponse.json(account)),
    http.get('*/api/v1/accounts/usr_eve/sessions', () =>
      HttpResponse.json({ items: done.length > 0 ? [] : [SESSION], next: null }),
    ),
    http.post('*/api/v1/accounts/usr_eve/:what', async ({ params, request }) => {
      const { reason } = (await request.json()) as { reason: string }
      done.push(`${params.what}: ${reason}`)
      const isIn = params.what === 'suspend'
      account = {
        ...EVE,
        suspended_at: isIn ? '2026-11-03T12:00:00Z' : null,
        suspension_reason: isIn ? reason : null,
      }
      return HttpResponse.json(account)
    }),
  )
  return done
}

async function found() {
  const { user } = visit('/admin?tab=accounts')
  await user.type(await screen.findByLabelText('E-mail address or user id'), 'eve@example.com')
  await user.click(screen.getByRole('button', { name: 'Find Account' }))
  await screen.findByText(/Firefox on Linux, last used/)
  return user
}

beforeEach(() => signedInAs({ userType: 'admin' }))

test('an account is suspended with a reason, and reinstated', async () => {
  const done = backend()
  const user = await found()
  await user.click(screen.getByRole('button', { name: 'Suspend Account' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Suspend Account' }))
  dialog.getByText('Write a few words.')
  await user.type(dialog.getByRole('textbox'), 'Stolen cards')
  await user.click(dialog.getByRole('button', { name: 'Suspend Account' }))
  await screen.findByText(/^Suspended since .*Stolen cards$/)
  await screen.findByText('Signed in nowhere.')
  await user.click(screen.getByRole('button', { name: 'Reinstate Account' }))
  const second = within(await screen.findByRole('dialog'))
  await user.type(second.getByRole('textbox'), 'A mistake')
  await user.click(second.getByRole('button', { name: 'Reinstate Account' }))
  await screen.findByRole('button', { name: 'Suspend Account' })
  expect(done).toEqual(['suspend: Stolen cards', 'reinstate: A mistake'])
})

test('somebody is signed out everywhere', async () => {
  const done = backend()
  const user = await found()
  await user.click(screen.getByRole('button', { name: 'Sign Out Everywhere' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), 'Lost phone')
  await user.click(dialog.getByRole('button', { name: 'Sign Out Everywhere' }))
  await screen.findByText('Signed in nowhere.')
  expect(done).toEqual(['end-sessions: Lost phone'])
})

test('an unknown address is told at the field', async () => {
  server.use(http.post('*/api/v1/accounts/find', () => aProblem(404, 'User not found')))
  const { user } = visit('/admin?tab=accounts')
  await user.type(await screen.findByLabelText('E-mail address or user id'), 'x@example.com')
  await user.click(screen.getByRole('button', { name: 'Find Account' }))
  await screen.findByText('User not found')
})

test('an administrator without a second factor is led to where it is set up, and back', async () => {
  signedInAs({ userType: 'admin' })
  server.use(
    http.get('*/api/v1/jobs*', () =>
      aProblem(403, 'Administrators need a second factor here.', 'admin_second_factor_required'),
    ),
  )
  visit('/admin?tab=jobs')
  const link = await screen.findByRole('link', { name: 'Set Up Two-Factor' })
  expect(link).toHaveAttribute('href', '/account?next=%2Fadmin%3Ftab%3Djobs')
})
