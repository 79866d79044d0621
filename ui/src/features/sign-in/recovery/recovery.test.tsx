import { act, cleanup, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sessionState } from '@/auth/sessionStore'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { aSession, aToken, authRefusal } from '@/testing/session'

afterEach(() => vi.useRealTimers())

/** As long as Testing Library waits; Vitest alone would wait for a second. */
const PATIENCE = { timeout: 15_000 }

const email = () => screen.findByLabelText('Email')
const send = () => screen.getByRole('button', { name: 'Send Reset Link' })

function answerRecover(reply: () => Response) {
  const requests: { body: unknown; redirect: string | null }[] = []
  server.use(
    http.post('*/auth/v1/recover', async ({ request }) => {
      const redirect = new URL(request.url).searchParams.get('redirect_to')
      requests.push({ body: await request.json(), redirect })
      return reply()
    }),
  )
  return requests
}

describe('forgot password', () => {
  test('nothing can be sent while the field is empty', async () => {
    const { user } = visit('/forgot-password')
    await email()
    expect(send()).toBeDisabled()
    await user.type(await email(), '  ')
    expect(send()).toBeDisabled()
    await user.type(await email(), 'ann@example.com')
    expect(send()).toBeEnabled()
  })

  test('the mail leads to the reset page, and another address can be tried', async () => {
    const requests = answerRecover(() => HttpResponse.json({}))
    const { user } = visit('/forgot-password')
    await user.type(await email(), 'ann@example.com')
    await user.click(send())
    await screen.findByRole('heading', { name: 'Check Your Email' })
    expect(screen.getByText('ann@example.com')).toBeInTheDocument()
    expect(requests[0]).toMatchObject({
      body: { email: 'ann@example.com', code_challenge_method: 's256' },
      redirect: expect.stringMatching(/\/reset-password(\?sb_flow_id=.+)?$/),
    })
    await user.click(screen.getByRole('button', { name: 'Try Different Email' }))
    expect(await email()).toHaveValue('ann@example.com')
  })

  test('a mail asked for too soon is refused in words of our own, and counts down', async () => {
    const sentence = 'For security purposes, you can only request this after 41 seconds.'
    answerRecover(() => authRefusal(429, 'over_email_send_rate_limit', sentence))
    const { user } = visit('/forgot-password')
    await user.type(await email(), 'ann@example.com')
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'We sent you a mail a moment ago. Please wait 41 seconds before you ask for another.',
    )
    expect(screen.getByText('Retry available in: 41 seconds')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Wait 41s' })).toBeDisabled()
  })

  test('a bad address is refused in the words of the service', async () => {
    answerRecover(() => authRefusal(400, 'validation_failed', 'email: is no e-mail address'))
    const { user } = visit('/forgot-password')
    await user.type(await email(), 'ann')
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent('Email is no e-mail address.')
  })

  test('the digits from the mail lead to the form as well', async () => {
    answerRecover(() => HttpResponse.json({}))
    let sent: unknown
    server.use(
      http.post('*/auth/v1/verify', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json(aSession())
      }),
    )
    const page = visit('/forgot-password')
    await page.user.type(await email(), 'ann@example.com')
    await page.user.click(send())
    await page.user.click(await screen.findByLabelText('Digit 1 of 6'))
    await page.user.paste('123456')
    await screen.findByRole('heading', { name: 'Choose a new password' })
    expect(page.router.state.location.pathname).toBe('/reset-password')
    expect(sent).toMatchObject({ type: 'recovery', email: 'ann@example.com', token: '123456' })
  })

  test('wrong digits are told, and can be typed again', async () => {
    answerRecover(() => HttpResponse.json({}))
    server.use(
      http.post('*/auth/v1/verify', () =>
        authRefusal(403, 'otp_expired', 'Token has expired or is invalid'),
      ),
    )
    const { user } = visit('/forgot-password')
    await user.type(await email(), 'ann@example.com')
    await user.click(send())
    await user.click(await screen.findByLabelText('Digit 1 of 6'))
    await user.paste('123456')
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is wrong')
    expect(screen.getByLabelText('Digit 1 of 6')).toHaveFocus()
    expect(screen.getByLabelText('Digit 1 of 6')).toHaveValue('')
  })
})

function userIsKnown() {
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession().user)))
}

const tokens = (type = 'recovery') =>
  `access_token=${aToken()}&refresh_token=r-1&token_type=bearer&expires_in=3600&type=${type}`

async function fillIn({ user }: ReturnType<typeof visit>, password: string, again = password) {
  await user.click(await screen.findByLabelText('New password'))
  await user.paste(password)
  await user.click(screen.getByLabelText('Confirm new password'))
  await user.paste(again)
}

const update = () => screen.getByRole('button', { name: 'Update Password' })

describe.each(['/reset-password', '/auth/callback'])('%s', (address) => {
  test('a link is verified with a spinner, and then the form is there', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.use(
      http.get('*/auth/v1/user', async () => {
        await held
        return HttpResponse.json(aSession().user)
      }),
    )
    visit(`${address}#${tokens()}`)
    await screen.findByText('Verifying your link…')
    release()
    await screen.findByRole('heading', { name: 'Choose a new password' })
  })

  test('tokens count in the query too, and do not stay in the address', async () => {
    userIsKnown()
    const { router } = visit(`${address}?${tokens()}`)
    await screen.findByRole('heading', { name: 'Choose a new password' })
    expect(router.history.location.href).toBe(address)
  })

  test('the code of a flow that this browser began opens the form', async () => {
    localStorage.setItem('haulage.session-code-verifier', JSON.stringify('verifier/recovery'))
    let sent: unknown
    server.use(
      http.post('*/auth/v1/token', async ({ request }) => {
        sent = await request.json()
        return HttpResponse.json(aSession())
      }),
    )
    visit(`${address}?code=c-1`)
    await screen.findByRole('heading', { name: 'Choose a new password' })
    expect(sent).toEqual({ auth_code: 'c-1', code_verifier: 'verifier' })
  })

  test('without a link there is no form', async () => {
    visit(address)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Invalid or expired reset link. Please request a new password reset.',
    )
    const link = screen.getByRole('link', { name: 'Request a New Link' })
    expect(link).toHaveAttribute('href', '/forgot-password')
  })

  test('a link that has expired says so', async () => {
    visit(
      `${address}#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid`,
    )
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Invalid or expired reset link. Please request a new password reset.',
    )
  })

  test('a link that the server does not take cannot be verified', async () => {
    server.use(http.get('*/auth/v1/user', () => authRefusal(403, 'bad_jwt', 'invalid token')))
    visit(`${address}#${tokens()}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Unable to verify reset link. Please request a new password reset.',
    )
  })
})

describe('a new password', () => {
  async function opened() {
    userIsKnown()
    const page = visit(`/reset-password#${tokens()}`)
    await screen.findByRole('heading', { name: 'Choose a new password' })
    return page
  }

  test('tokens of another kind set no password', async () => {
    userIsKnown()
    visit(`/reset-password#${tokens('signup')}`)
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid or expired reset link.')
    expect(sessionState().status).toBe('signed-out')
  })

  test('a reload keeps the form', async () => {
    await opened()
    cleanup()
    visit('/reset-password')
    await screen.findByRole('heading', { name: 'Choose a new password' })
  })

  test('it is submitted only when both are filled and equal', async () => {
    const page = await opened()
    expect(update()).toBeDisabled()
    await fillIn(page, 'Secret-12', 'Secret-13')
    expect(screen.getByText('Passwords do not match')).toBeInTheDocument()
    expect(update()).toBeDisabled()
    await page.user.type(screen.getByLabelText('Confirm new password'), '{Backspace}2')
    expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument()
    expect(update()).toBeEnabled()
  })

  test.each([
    ['short', 'Password must be at least 8 characters long'],
    ['lowercase-1', 'Password must contain at least one uppercase letter'],
    ['UPPERCASE-1', 'Password must contain at least one lowercase letter'],
    ['No-number', 'Password must contain at least one number'],
    ['NoSpecial1', 'Password must contain at least one special character'],
  ])('%s breaks its rule, and only the first is told', async (password, sentence) => {
    const page = await opened()
    await fillIn(page, password)
    await page.user.click(update())
    expect(screen.getByText(sentence)).toBeInTheDocument()
    expect(screen.getAllByText(/^Password must/)).toHaveLength(1)
    expect(screen.getByLabelText('New password')).toHaveFocus()
  })

  test('once it is set the sign-in follows after three seconds, and says so', async () => {
    const page = await opened()
    server.use(
      http.put('*/auth/v1/user', () => HttpResponse.json(aSession().user)),
      http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 204 })),
    )
    await fillIn(page, 'Secret-12')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => update().click())
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Password updated' }), PATIENCE)
    screen.getByText('Password updated successfully! Please sign in with your new password.')
    await act(() => vi.advanceTimersByTimeAsync(2_900))
    expect(page.router.state.location.pathname).toBe('/reset-password')
    await act(() => vi.advanceTimersByTimeAsync(200))
    // What the next screen waits for while it loads is on these timers too.
    await vi.waitFor(() => screen.getByRole('heading', { name: 'Sign in' }), PATIENCE)
    expect(
      screen.getByText('Password updated successfully! Please sign in with your new password.'),
    ).toBeInTheDocument()
    expect(sessionState().status).toBe('signed-out')
  })

  test.each([
    [500, 'unexpected_failure', 'oops', 'Failed to update password. Please try again or request'],
    [403, 'session_not_found', 'gone', 'Invalid session. Please request a new password reset.'],
    [422, 'same_password', 'New password should be different.', 'New password should be different'],
  ])('a refusal of %i %s is told', async (status, code, message, sentence) => {
    const page = await opened()
    server.use(http.put('*/auth/v1/user', () => authRefusal(status, code, message)))
    await fillIn(page, 'Secret-12')
    await page.user.click(update())
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
  })
})
