import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { SESSION_KEY } from '@/api/authClient'
import { sessionState } from '@/api/sessionStore'
import { departure } from '@/api/socialSignIn'
import { visit } from '@/testing/render'
import { aProblem, authSettings, server } from '@/testing/server'
import { A_FACTOR, aSession, aSessionWithFactor, authRefusal } from '@/testing/session'

type Reply = (body: Record<string, unknown>) => Response

/** The page of somebody who is signed in; *user* is what the server knows of them. */
function opened({ user = {}, session = aSession() }: { user?: object; session?: object } = {}) {
  localStorage.setItem(SESSION_KEY, JSON.stringify(session))
  const known = { ...aSession().user, ...('user' in session ? (session.user as object) : {}) }
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json({ ...known, ...user })))
  return visit('/account')
}

function answerUpdate(reply: Reply = () => HttpResponse.json(aSession().user)) {
  const asked: Record<string, unknown>[] = []
  server.use(
    http.put('*/auth/v1/user', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      asked.push(body)
      return reply(body)
    }),
  )
  return asked
}

const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('a stranger is led to the sign-in, and back from there', async () => {
  visit('/account')
  await screen.findByText('You need to be logged in to view your account')
  const links = screen.getAllByRole('link', { name: 'Login' })
  expect(links.at(-1)).toHaveAttribute('href', '/login?next=%2Faccount')
})

test('the dashboard stays one step away', async () => {
  opened()
  const link = await screen.findByRole('link', { name: 'Dashboard' })
  expect(link).toHaveAttribute('href', '/dashboard')
})

describe('profile', () => {
  test('name and phone are changed', async () => {
    const asked = answerUpdate(() =>
      HttpResponse.json(aSession({ name: 'Ann Other', phone: '+1 917 555 0199' }).user),
    )
    const { user } = opened()
    const profile = await section('Profile')
    expect(profile.getByRole('button', { name: 'Save' })).toBeDisabled()
    const name = profile.getByLabelText('Name')
    await user.clear(name)
    await user.click(name)
    await user.paste('Ann Other')
    await user.click(profile.getByRole('button', { name: 'Save' }))
    await profile.findByText('Saved.')
    expect(asked[0]).toMatchObject({ data: { name: 'Ann Other', phone: '+1 212 555 0100' } })
    expect(sessionState().user?.name).toBe('Ann Other')
  })

  test('neither may be empty', async () => {
    const { user } = opened()
    const profile = await section('Profile')
    await user.clear(profile.getByLabelText('Phone'))
    await user.click(profile.getByRole('button', { name: 'Save' }))
    expect(profile.getByText('Phone is required')).toBeInTheDocument()
    expect(profile.getByLabelText('Phone')).toHaveFocus()
  })

  test('a refusal is told in the words of the server', async () => {
    answerUpdate(() => authRefusal(400, 'validation_failed', 'phone must be a telephone number'))
    const { user } = opened()
    const profile = await section('Profile')
    await user.type(profile.getByLabelText('Phone'), 'x')
    await user.click(profile.getByRole('button', { name: 'Save' }))
    expect(await profile.findByRole('alert')).toHaveTextContent('phone must be a telephone number')
  })
})

describe('email', () => {
  test('a new address waits until the mail to it was answered', async () => {
    const pending = { ...aSession().user, new_email: 'ann@new.example' }
    const asked = answerUpdate(() => HttpResponse.json(pending))
    const { user } = opened()
    const email = await section('Email')
    await user.click(email.getByLabelText('New email'))
    await user.paste('ann@new.example')
    server.use(http.get('*/auth/v1/user', () => HttpResponse.json(pending)))
    await user.click(email.getByRole('button', { name: 'Change Email' }))
    await email.findByText(/We sent a link to/)
    expect(asked[0]).toMatchObject({ email: 'ann@new.example', code_challenge_method: 's256' })
    expect(email.getByText('ann@example.com')).toBeInTheDocument()
  })

  test('without confirmation it changes at once', async () => {
    answerUpdate(() => HttpResponse.json(aSession({ email: 'ann@new.example' }).user))
    const { user } = opened()
    const email = await section('Email')
    await user.click(email.getByLabelText('New email'))
    await user.paste('ann@new.example')
    await user.click(email.getByRole('button', { name: 'Change Email' }))
    await email.findByText('Your email address was changed.')
    expect(email.getByText('ann@new.example')).toBeInTheDocument()
  })

  test('the digits from the mail confirm it, and the mail can be sent again', async () => {
    server.use(
      http.post('*/auth/v1/resend', () =>
        authRefusal(429, 'over_email_send_rate_limit', 'For security purposes, wait 7 seconds.'),
      ),
      http.post('*/auth/v1/verify', () =>
        HttpResponse.json(aSession({ email: 'ann@new.example' })),
      ),
    )
    const { user } = opened({ user: { new_email: 'ann@new.example' } })
    const email = await section('Email')
    await user.click(await email.findByRole('button', { name: 'Send again' }))
    await email.findByText('For security purposes, wait 7 seconds.')
    expect(email.getByRole('button', { name: 'Wait 7s' })).toBeDisabled()
    server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession().user)))
    await user.click(email.getByLabelText('Digit 1 of 6'))
    await user.paste('123456')
    await email.findByText('Your email address was changed.')
  })
})

describe('password', () => {
  async function fillIn({ user }: ReturnType<typeof visit>, password: string) {
    const form = await section('Password')
    await user.click(form.getByLabelText('New password'))
    await user.paste(password)
    await user.click(form.getByLabelText('Confirm new password'))
    await user.paste(password)
    await user.click(form.getByRole('button', { name: 'Update Password' }))
    return form
  }

  test('a new one is set under the rules of the reset screen', async () => {
    const asked = answerUpdate()
    const page = opened()
    const form = await fillIn(page, 'secret-12')
    form.getByText('Password must contain at least one uppercase letter')
    expect(asked).toEqual([])
    await page.user.clear(form.getByLabelText('New password'))
    await page.user.clear(form.getByLabelText('Confirm new password'))
    await fillIn(page, 'Secret-12')
    await form.findByText('Password updated. Every other device has been signed out.')
    expect(asked[0]).toMatchObject({ password: 'Secret-12' })
    expect(form.getByLabelText('New password')).toHaveValue('')
  })

  test('an old session brings a code from a mail as well', async () => {
    const asked = answerUpdate(({ nonce }) =>
      nonce
        ? HttpResponse.json(aSession().user)
        : authRefusal(400, 'reauthentication_needed', 'Password update requires reauthentication'),
    )
    let mails = 0
    server.use(
      http.get('*/auth/v1/reauthenticate', () => {
        mails += 1
        return HttpResponse.json({})
      }),
    )
    const page = opened()
    const form = await fillIn(page, 'Secret-12')
    expect(await form.findByLabelText('Digit 1 of 6')).toHaveFocus()
    await page.user.paste('123456')
    await form.findByText('Password updated. Every other device has been signed out.')
    expect(mails).toBe(1)
    expect(asked.at(-1)).toMatchObject({ password: 'Secret-12', nonce: '123456' })
  })
})

describe('two-factor', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="#1%"/></svg>'

  function enrolment() {
    server.use(
      http.post('*/auth/v1/factors', () =>
        HttpResponse.json({
          id: 'factor-1',
          type: 'totp',
          friendly_name: 'Authenticator',
          totp: { qr_code: SVG, secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/haulage' },
        }),
      ),
      http.post('*/auth/v1/factors/factor-1/challenge', () =>
        HttpResponse.json({ id: 'challenge-1', type: 'totp', expires_at: 4_000_000_000 }),
      ),
      http.post('*/auth/v1/factors/factor-1/verify', () =>
        HttpResponse.json(aSessionWithFactor('aal2')),
      ),
    )
  }

  test('it is set up by a picture or in letters, and proved by a code', async () => {
    enrolment()
    const { user } = opened()
    const part = await section('Two-factor sign-in')
    await user.click(await part.findByRole('button', { name: 'Set Up Two-Factor' }))
    const picture = await part.findByRole('img', { name: 'QR code for your application' })
    expect(picture).toHaveAttribute(
      'src',
      `data:image/svg+xml;charset=utf-8,${encodeURIComponent(SVG)}`,
    )
    expect(part.getByText('ABCD EFGH IJ')).toBeInTheDocument()
    server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSessionWithFactor('aal2').user)))
    await user.click(part.getByLabelText('Digit 1 of 6'))
    await user.paste('123456')
    await part.findByText('From now on, signing in asks for a code as well.')
    expect(part.getByText('My phone')).toBeInTheDocument()
    expect(sessionState().status).toBe('signed-in')
  })

  test('it is removed after a question', async () => {
    const removed: string[] = []
    const session = aSessionWithFactor('aal2')
    server.use(
      http.delete('*/auth/v1/factors/:id', ({ params }) => {
        removed.push(String(params.id))
        return HttpResponse.json({ id: A_FACTOR.id })
      }),
      http.post('*/auth/v1/token', () => HttpResponse.json(aSession())),
    )
    const { user } = opened({ session })
    const part = await section('Two-factor sign-in')
    await user.click(await part.findByRole('button', { name: 'Remove My phone' }))
    const dialog = within(await screen.findByRole('dialog'))
    server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession().user)))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await part.findByText('My phone was removed.')
    expect(removed).toEqual(['factor-1'])
    await part.findByRole('button', { name: 'Set Up Two-Factor' })
  })

  test('factors that could not be loaded are asked for again', async () => {
    const { user } = opened()
    server.use(http.get('*/auth/v1/user', () => HttpResponse.error()))
    const part = await section('Two-factor sign-in')
    await part.findByText('Your second factors could not be loaded')
    server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession().user)))
    await user.click(part.getByRole('button', { name: 'Try Again' }))
    await part.findByRole('button', { name: 'Set Up Two-Factor' })
  })
})

describe('devices', () => {
  function answerLogout() {
    const scopes: (string | null)[] = []
    server.use(
      http.post('*/auth/v1/logout', ({ request }) => {
        scopes.push(new URL(request.url).searchParams.get('scope'))
        return new HttpResponse(null, { status: 204 })
      }),
    )
    return scopes
  }

  test('the others are signed out, and this one stays', async () => {
    const scopes = answerLogout()
    const { user } = opened()
    const part = await section('Signed-in devices')
    await user.click(part.getByRole('button', { name: 'Sign Out Elsewhere' }))
    await part.findByText('Every other device has been signed out.')
    expect(scopes).toEqual(['others'])
    expect(sessionState().status).toBe('signed-in')
  })

  test('all of them are signed out, and home is where that leads', async () => {
    const scopes = answerLogout()
    const { router, user } = opened()
    const part = await section('Signed-in devices')
    await user.click(part.getByRole('button', { name: 'Sign Out Everywhere' }))
    await expect.poll(() => router.state.location.pathname).toBe('/')
    expect(scopes).toEqual(['global'])
    expect(sessionState().status).toBe('signed-out')
  })
})

describe('linked accounts', () => {
  const GOOGLE = {
    identity_id: 'identity-1',
    id: 'google-1',
    user_id: 'auth-of-user-ann',
    provider: 'google',
    identity_data: { email: 'ann@gmail.example' },
  }

  test('the section is not there where none can be linked', async () => {
    opened()
    await section('Profile')
    expect(screen.queryByRole('region', { name: 'Linked accounts' })).not.toBeInTheDocument()
  })

  test('one that is open is linked by going there', async () => {
    const left = vi.spyOn(departure, 'leaveFor').mockImplementation(() => {})
    server.use(
      authSettings({ google: true }),
      http.get('*/auth/v1/user/identities/authorize', () =>
        HttpResponse.json({ url: 'https://accounts.google.example/' }),
      ),
    )
    const { user } = opened()
    const part = await section('Linked accounts')
    await user.click(await part.findByRole('button', { name: 'Link Google' }))
    await vi.waitFor(() => expect(left).toHaveBeenCalledWith('https://accounts.google.example/'))
  })

  test('a linked one is named, and unlinked after a question', async () => {
    server.use(
      authSettings({ google: true }),
      http.delete('*/auth/v1/user/identities/identity-1', () => HttpResponse.json({})),
    )
    const { user } = opened({ user: { identities: [...aSession().user.identities, GOOGLE] } })
    const part = await section('Linked accounts')
    expect(await part.findByText('ann@gmail.example')).toBeInTheDocument()
    await user.click(part.getByRole('button', { name: 'Unlink Google' }))
    server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession().user)))
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Google?' }))
    await user.click(dialog.getByRole('button', { name: 'Unlink' }))
    await part.findByText('Google is no longer linked.')
    await part.findByRole('button', { name: 'Link Google' })
  })

  test('the only way in stays, and says why', async () => {
    server.use(
      authSettings({ google: true }),
      http.delete('*/auth/v1/user/identities/identity-1', () =>
        authRefusal(422, 'single_identity_not_deletable', 'User must have at least 1 identity'),
      ),
    )
    const { user } = opened({ user: { identities: [GOOGLE] } })
    const part = await section('Linked accounts')
    await user.click(await part.findByRole('button', { name: 'Unlink Google' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Google?' }))
    await user.click(dialog.getByRole('button', { name: 'Unlink' }))
    expect(await part.findByRole('alert')).toHaveTextContent('This is your only way to sign in.')
  })
})

describe('one’s own data', () => {
  test('it is saved as a file', async () => {
    const made = vi.fn((_file: Blob) => 'blob:1')
    Object.assign(URL, { createObjectURL: made, revokeObjectURL: vi.fn() })
    const held = { exported_at: '2026-01-01T00:00:00Z', user_id: 'user-ann', held: {} }
    server.use(http.get('*/api/v1/me/data', () => HttpResponse.json(held)))
    const { user } = opened()
    const part = await section('Download my data')
    await user.click(part.getByRole('button', { name: 'Download My Data' }))
    await part.findByText('haulage-my-data.json was saved.')
    expect(JSON.parse(await (made.mock.calls[0]?.[0] ?? new Blob()).text())).toEqual(held)
  })

  test('a failure to get it is told', async () => {
    server.use(http.get('*/api/v1/me/data', () => aProblem(403, 'Not allowed')))
    const { user } = opened()
    const part = await section('Download my data')
    await user.click(part.getByRole('button', { name: 'Download My Data' }))
    expect(await part.findByRole('alert')).toHaveTextContent('Not allowed')
  })

  async function askedToDelete(user: ReturnType<typeof visit>['user'], answer: string) {
    const part = await section('Delete my account')
    await user.click(part.getByRole('button', { name: 'Delete My Account' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
    await user.click(dialog.getByRole('button', { name: answer }))
    return part
  }

  test('the account is deleted after a question, and nobody is signed in any more', async () => {
    const asked: unknown[] = []
    server.use(
      http.delete('*/api/v1/me', async ({ request }) => {
        asked.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
      http.post('*/auth/v1/logout', () => authRefusal(403, 'session_not_found', 'gone')),
    )
    const { router, user } = opened()
    const part = await section('Delete my account')
    await user.click(part.getByLabelText('Password'))
    await user.paste('secret')
    await askedToDelete(user, 'Keep My Account')
    expect(asked).toEqual([])
    await askedToDelete(user, 'Delete My Account')
    await expect.poll(() => sessionState().status).toBe('signed-out')
    expect(router.state.location.pathname).toBe('/')
    expect(asked).toEqual([{ password: 'secret' }])
  })

  test('why it cannot be deleted is told', async () => {
    const sentence = 'Enter your password, or sign in again, to delete your account.'
    server.use(http.delete('*/api/v1/me', () => aProblem(403, sentence)))
    const { user } = opened()
    const part = await askedToDelete(user, 'Delete My Account')
    expect(await part.findByRole('alert')).toHaveTextContent(sentence)
    expect(sessionState().status).toBe('signed-in')
  })
})
