import { cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { AuthRefusal } from '@/auth/authRefusal'
import { departure } from '@/auth/departure'
import { sessionState } from '@/auth/sessionStore'
import { aDevice, aDeviceThatRefuses } from '@/testing/device'
import { visit } from '@/testing/render'
import { authSettings, passkeysOpen, server } from '@/testing/server'
import { aSession, authRefusal } from '@/testing/session'

test('no other account is offered where none is open', async () => {
  visit('/login')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.queryByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument()
})

test.each(['/login', '/register'])('%s offers what is open, and leaves for it', async (address) => {
  server.use(authSettings({ google: true }))
  const left = vi.spyOn(departure, 'leaveFor').mockImplementation(() => {})
  const { user } = visit(`${address}?next=%2Fbook-service`)
  await user.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await waitFor(() => expect(left).toHaveBeenCalledOnce())
  const target = new URL(left.mock.calls[0]?.[0] ?? '')
  expect(target.pathname).toBe('/auth/v1/authorize')
  expect(target.searchParams.get('provider')).toBe('google')
  expect(target.searchParams.get('redirect_to')).toContain(
    '/auth/callback?for=google&next=%2Fbook-service',
  )
  expect(target.searchParams.has('code_challenge')).toBe(true)
  expect(screen.queryByRole('button', { name: /Facebook/ })).not.toBeInTheDocument()
})

test('a server that is slow to say what is open holds no page back, and is heard all the same', async () => {
  let say = () => {}
  const slow = new Promise<void>((resolve) => {
    say = resolve
  })
  server.use(
    http.get('*/auth/v1/settings', async () => {
      await slow
      return HttpResponse.json({ external: { google: true } })
    }),
  )
  visit('/login')
  await screen.findByRole('button', { name: 'Sign In' })
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).not.toBeInTheDocument()
  say()
  await screen.findByRole('button', { name: 'Continue with Google' })
})

test('a departure from the registration that fails says why in the server’s own words', async () => {
  server.use(authSettings({ google: true }))
  const left = vi.spyOn(departure, 'leaveFor').mockImplementation(() => {
    throw new AuthRefusal('Google is closed today', 'provider_disabled', 400)
  })
  const { user } = visit('/register')
  await user.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Google is closed today')
  expect(left.mock.calls[0]?.[0]).toContain('signup%3Dyes')
})

test.each([
  ['google', 'Google sign-in failed. Please try again or use email/password.'],
  ['facebook', 'Facebook sign-in failed. Please try again or use email/password.'],
])('a departure for %s that fails says so', async (provider, sentence) => {
  server.use(authSettings({ [provider]: true }))
  vi.spyOn(departure, 'leaveFor').mockImplementation(() => {
    throw new Error('refused')
  })
  const { user } = visit('/login')
  await user.click(await screen.findByRole('button', { name: /^Continue with/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
})

describe('a passkey', () => {
  afterEach(() => vi.unstubAllGlobals())

  function answerPasskey(reply: () => Response) {
    server.use(
      passkeysOpen(),
      http.post('*/auth/v1/passkeys/authentication/options', () =>
        HttpResponse.json({ challenge_id: 'c-1', options: {}, expires_at: 4_000_000_000 }),
      ),
      http.post('*/auth/v1/passkeys/authentication/verify', reply),
    )
  }

  test('signs in without an address or a password, and leads on', async () => {
    aDevice()
    answerPasskey(() => HttpResponse.json(aSession()))
    const { router, user } = visit('/login?next=%2Fbook-service')
    await user.click(await screen.findByRole('button', { name: 'Continue with a passkey' }))
    await expect.poll(() => router.state.location.pathname).toBe('/book-service')
    expect(sessionState().status).toBe('signed-in')
  })

  test('is not offered for a registration, nor by a browser that knows none', async () => {
    server.use(passkeysOpen())
    visit('/login')
    await screen.findByRole('button', { name: 'Sign In' })
    expect(screen.queryByRole('button', { name: /passkey/ })).not.toBeInTheDocument()
    cleanup()
    aDevice()
    visit('/register')
    await screen.findByRole('button', { name: 'Create account' })
    expect(screen.queryByRole('button', { name: /passkey/ })).not.toBeInTheDocument()
  })

  test('that the device keeps to itself leaves the form as it is', async () => {
    aDeviceThatRefuses('NotAllowedError')
    answerPasskey(() => HttpResponse.json(aSession()))
    const { user } = visit('/login')
    await user.click(await screen.findByRole('button', { name: 'Continue with a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The request was canceled or took too long. Nothing was changed.',
    )
    expect(sessionState().status).toBe('signed-out')
  })

  test('that opens nothing here says what may be the reason', async () => {
    aDevice()
    answerPasskey(() => authRefusal(422, 'webauthn_verification_failed', 'x'))
    const { user } = visit('/login')
    await user.click(await screen.findByRole('button', { name: 'Continue with a passkey' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This passkey opens no account here. It may have been removed.',
    )
  })
})
