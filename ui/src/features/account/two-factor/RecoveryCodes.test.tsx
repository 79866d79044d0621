import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openAccount, section } from '@/testing/account'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { aSessionWithFactor, authRefusal } from '@/testing/session'

const CODES = Array.from({ length: 10 }, (_, number) => `0000${number}-11111`)

test('new codes are shown once, after a question where there are some', async () => {
  let left = 3
  server.use(
    http.get('*/auth/v1/factors/recovery-codes', () =>
      HttpResponse.json({ left, created_at: '2027-03-01T15:00:00Z' }),
    ),
    http.post('*/auth/v1/factors/recovery-codes', () => {
      left = 10
      return HttpResponse.json({ codes: CODES })
    }),
  )
  const { user } = openAccount({ session: aSessionWithFactor('aal2') })
  const part = await section('Two-factor sign-in')
  await part.findByText('3 codes are left.')
  await user.click(part.getByRole('button', { name: 'Make New Codes' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Make New Codes' }))
  const list = within(await part.findByRole('list', { name: 'Your recovery codes' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES)
  await part.findByText('10 codes are left.')
})

test('at the sign-in a recovery code stands for the phone', async () => {
  const given: unknown[] = []
  server.use(
    http.post('*/auth/v1/token', () => HttpResponse.json(aSessionWithFactor('aal1'))),
    http.get('*/auth/v1/user', () => HttpResponse.json(aSessionWithFactor('aal2').user)),
    http.post('*/auth/v1/factors/recovery-codes/verify', async ({ request }) => {
      given.push(await request.json())
      return given.length > 1
        ? HttpResponse.json(aSessionWithFactor('aal2'))
        : authRefusal(422, 'mfa_verification_failed', 'no')
    }),
  )
  const { user, router } = visit('/login?next=%2Fbook-service')
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await user.click(await screen.findByRole('button', { name: 'Use a Recovery Code' }))
  await user.type(screen.getByLabelText('Recovery code'), '12345-67890')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('This recovery code is wrong or was used already.')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await expect.poll(() => router.state.location.pathname).toBe('/book-service')
  expect(given[0]).toEqual({ code: '12345-67890' })
})
