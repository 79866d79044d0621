import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { sessionState } from '@/auth/sessionStore'
import { SESSION_KEY } from '@/auth/storedSession'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { ANN, aSession, aSessionWithFactor, authRefusal } from '@/testing/session'

/** The account routes for somebody with a factor; *verify* answers to the code. */
function withFactor(verify: () => Response = () => HttpResponse.json(aSessionWithFactor('aal2'))) {
  const codes: unknown[] = []
  server.use(
    http.post('*/auth/v1/token', () => HttpResponse.json(aSessionWithFactor('aal1'))),
    http.get('*/auth/v1/user', () => HttpResponse.json(aSessionWithFactor('aal1').user)),
    http.post('*/auth/v1/factors/factor-1/challenge', () =>
      HttpResponse.json({ id: 'challenge-1', type: 'totp', expires_at: 4_000_000_000 }),
    ),
    http.post('*/auth/v1/factors/factor-1/verify', async ({ request }) => {
      codes.push(await request.json())
      return verify()
    }),
  )
  return codes
}

async function givePassword({ user }: ReturnType<typeof visit>) {
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByRole('heading', { name: 'One more step' })
}

test('after the password the code is asked for, and a pasted one goes on', async () => {
  const codes = withFactor()
  const page = visit('/login?next=%2Fbook-service')
  await givePassword(page)
  const first = await screen.findByLabelText('Digit 1 of 6')
  expect(first).toHaveFocus()
  expect(first).toHaveAttribute('autocomplete', 'one-time-code')
  expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await page.user.paste('123456')
  await expect.poll(() => page.router.state.location.pathname).toBe('/book-service')
  expect(codes).toEqual([{ challenge_id: 'challenge-1', code: '123456' }])
  expect(sessionState()).toEqual({ status: 'signed-in', user: ANN })
})

test('a wrong code is told and emptied', async () => {
  withFactor(() => authRefusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered'))
  const page = visit('/login')
  await givePassword(page)
  await page.user.paste('123456')
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right.')
  expect(screen.getByLabelText('Digit 1 of 6')).toHaveValue('')
  expect(sessionState().status).toBe('second-factor')
})

test('too many codes wait as long as the server says', async () => {
  withFactor(() =>
    authRefusal(429, 'over_request_rate_limit', 'Too many requests', { 'retry-after': '90' }),
  )
  const page = visit('/login')
  await givePassword(page)
  await page.user.paste('123456')
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many login attempts.')
  expect(screen.getByRole('button', { name: 'Wait 90s' })).toBeDisabled()
  expect(screen.getByLabelText('Digit 1 of 6')).toBeDisabled()
})

test('somebody else can sign in instead', async () => {
  withFactor()
  server.use(http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })))
  const page = visit('/login')
  await givePassword(page)
  await page.user.click(screen.getByRole('button', { name: 'Use Another Account' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(sessionState().status).toBe('signed-out')
})

test('who has given a password only is nobody yet', async () => {
  localStorage.setItem(SESSION_KEY, JSON.stringify(aSessionWithFactor('aal1')))
  const { user } = visit('/dashboard')
  await screen.findByText('You need to be logged in to view your dashboard')
  await user.click(screen.getAllByRole('link', { name: 'Login' }).at(-1) as HTMLElement)
  await screen.findByRole('heading', { name: 'One more step' })
})

test('a request that wants the second factor leads to the question, and back from there', async () => {
  // This browser signed in before the factor was added in another.
  localStorage.setItem(SESSION_KEY, JSON.stringify(aSession()))
  withFactor()
  server.use(
    http.get('*/api/v1/orders/booked', () =>
      HttpResponse.json(
        { code: 'insufficient_aal', message: 'Enter the code', status: 401, request_id: 'r' },
        { status: 401 },
      ),
    ),
  )
  const { router } = visit('/dashboard?tab=orders')
  await screen.findByRole('heading', { name: 'One more step' })
  expect(router.state.location.href).toBe('/login?next=%2Fdashboard%3Ftab%3Dorders')
})
