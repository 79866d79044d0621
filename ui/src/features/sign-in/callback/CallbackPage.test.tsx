import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { sessionState } from '@/auth/sessionStore'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import {
  ANN,
  aSession,
  aSessionWithFactor,
  aToken,
  authRefusal,
  signedInAs,
} from '@/testing/session'

function storeVerifier() {
  localStorage.setItem('haulage.session-code-verifier', JSON.stringify('verifier'))
}

/** On the screen itself: toasts have their own place. */
const findError = async () => within(await screen.findByRole('main')).findByRole('alert')

function answerToken(reply: () => Response) {
  server.use(http.post('*/auth/v1/token', reply))
}

test('the link of a confirmation mail signs in, leads on and says so', async () => {
  storeVerifier()
  answerToken(() => HttpResponse.json(aSession()))
  const { router } = visit('/auth/callback?for=signup&next=%2Fbook-service&code=c-1')
  await screen.findByText('Your email address is confirmed. Welcome to haulage!')
  expect(router.state.location.pathname).toBe('/book-service')
  expect(router.history.length).toBe(1)
})

test('a new driver goes on to the application, which learns where they come from', async () => {
  storeVerifier()
  answerToken(() => HttpResponse.json(aSession({ userType: 'driver' })))
  const { router } = visit('/auth/callback?for=signup&next=%2Fdrive-with-us&code=c-1')
  await expect.poll(() => router.state.location.pathname).toBe('/drive-with-us')
  expect(router.state.location.state.registered).toBe(true)
})

test.each(['#', '?'])(
  'the first of two mails about a new address sends to the other (%s)',
  async (mark) => {
    const { router } = visit(
      `/auth/callback${mark}for=email_change&message=Confirmation+link+accepted`,
    )
    await screen.findByRole('heading', { name: 'One more mail to answer' })
    expect(screen.queryByText(/Confirmation link accepted/)).not.toBeInTheDocument()
    expect(router.state.location.search).toEqual({})
  },
)

describe('tokens in the fragment, which anybody can send anybody', () => {
  const EVE = { id: 'user-eve', email: 'eve@example.com' }
  const linkOf = ({ id, email }: typeof EVE, type = 'signup') => {
    const token = aToken({ sub: `auth-of-${id}`, email })
    return `/auth/callback#access_token=${token}&refresh_token=r-1&type=${type}`
  }
  const signsInAs = (person: typeof EVE) =>
    server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession(person).user)))

  test('sign nobody in without a click', async () => {
    signsInAs(EVE)
    const { router, user } = visit(linkOf(EVE))
    await screen.findByRole('heading', { name: 'Continue as eve@example.com?' })
    expect(sessionState().status).toBe('signed-out')
    await user.click(screen.getByRole('button', { name: 'Continue as eve@example.com' }))
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
    expect(sessionState().user?.email).toBe('eve@example.com')
  })

  test.each(['signup', 'recovery'])('replace no other account by themselves (%s)', async (type) => {
    signedInAs()
    signsInAs(EVE)
    const { router } = visit(linkOf(EVE, type))
    await screen.findByText(/You are signed in as ann@example\.com\./)
    expect(sessionState().user?.email).toBe('ann@example.com')
    expect(router.state.location.hash).toBe('')
    expect(screen.getByRole('link', { name: 'Stay signed in as ann@example.com' })).toHaveAttribute(
      'href',
      '/account',
    )
  })

  test('go on at once for the account that is signed in already', async () => {
    signedInAs()
    signsInAs(ANN)
    const { router } = visit(linkOf(ANN))
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
  })

  describe('that nobody signed', () => {
    /** Expired, so that auth-js would renew it, by whatever refresh token came with it. */
    const forged = (sub: string, email: string) =>
      `/auth/callback#access_token=${aToken({ sub, email, exp: 1 })}&refresh_token=of-eve`
    const eveRenews = () => {
      answerToken(() => HttpResponse.json(aSession(EVE)))
      server.use(http.get('*/auth/v1/user', () => authRefusal(403, 'bad_jwt', 'invalid JWT')))
    }

    test('replace no account by claiming to be of it', async () => {
      signedInAs()
      eveRenews()
      visit(forged(`auth-of-${ANN.id}`, ANN.email))
      expect(await findError()).toBeVisible()
      expect(sessionState().user?.email).toBe('ann@example.com')
    })

    test('open no account under the name of another', async () => {
      eveRenews()
      const { user } = visit(forged('auth-of-x', ANN.email))
      await user.click(await screen.findByRole('button', { name: 'Continue as ann@example.com' }))
      expect(await findError()).toBeVisible()
      expect(sessionState().status).toBe('signed-out')
    })
  })

  test('open the form for a new password of whoever is not signed in', async () => {
    signsInAs(EVE)
    visit(linkOf(EVE, 'recovery'))
    await screen.findByRole('heading', { name: 'Choose a new password' })
  })
})

test('another site is no place to go on to', async () => {
  storeVerifier()
  answerToken(() => HttpResponse.json(aSession()))
  const { router } = visit('/auth/callback?for=signup&next=%2F%2Fevil.example&code=c-1')
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
})

test('a link opened in another browser has confirmed the address all the same', async () => {
  visit('/auth/callback?for=signup&code=c-1')
  await screen.findByRole('heading', { name: 'Your address is confirmed' })
  expect(await findError()).toHaveTextContent('You can sign in now.')
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
})

test.each([
  ['signup', 'This confirmation link has expired or was used before.'],
  ['email_change', 'This link has expired or was used before.'],
  ['google', 'Google sign-in failed. Please try again or use email/password.'],
  ['facebook', 'Facebook sign-in failed. Please try again or use email/password.'],
])('a return for %s that failed says so', async (purpose, sentence) => {
  visit(
    `/auth/callback?for=${purpose}#error=access_denied&error_code=otp_expired&error_description=x`,
  )
  expect(await findError()).toHaveTextContent(sentence)
})

test('a code that the server does not take says so', async () => {
  storeVerifier()
  answerToken(() => authRefusal(404, 'flow_state_not_found', 'invalid flow state'))
  visit('/auth/callback?for=google&code=c-1')
  expect(await findError()).toHaveTextContent('Google sign-in failed.')
})

test('a second factor is asked for before anything else', async () => {
  storeVerifier()
  answerToken(() => HttpResponse.json(aSessionWithFactor('aal1')))
  visit('/auth/callback?for=signup&code=c-1')
  await screen.findByRole('heading', { name: 'One more step' })
  expect(sessionState()).toEqual({ status: 'second-factor', user: null })
})

test('a provider that was refused is told with the reason that the server gives', async () => {
  visit(
    '/auth/callback?for=google&error=server_error&error_code=email_exists&error_description=An+account+with+this+email+already+exists.',
  )
  const error = await findError()
  expect(error).toHaveTextContent('Google sign-in failed.')
  expect(error).toHaveTextContent('An account with this email already exists.')
})

test('a sign-up by a provider that was refused is told in the words of whoever refused it', async () => {
  visit(
    '/auth/callback?for=google&signup=yes&error=server_error&error_code=email_exists&error_description=An+account+with+this+email+already+exists.',
  )
  expect(await findError()).toHaveTextContent(/^An account with this email already exists\.$/)
})

test.each(['/auth/callback', '/'])(
  'a provider that says no without a word of ours is no expired link (%s)',
  async (path) => {
    visit(`${path}?error=access_denied&error_description=The+user+said+no`)
    expect(await findError()).toHaveTextContent(
      /^Sign-in failed\. Please try again or use email\/password\.$/,
    )
    expect(screen.getByRole('link', { name: 'Sign In' })).toBeInTheDocument()
  },
)

test('a return that nobody can place leads to the sign-in, and not to a new password', async () => {
  visit('/auth/callback#error=invalid_request&error_code=bad_oauth_state&error_description=x')
  expect(await findError()).toHaveTextContent('Sign-in failed.')
  expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
})

describe('a link that led to the home page', () => {
  test('opens its session all the same', async () => {
    storeVerifier()
    answerToken(() => HttpResponse.json(aSession()))
    const { router } = visit('/?code=c-1')
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard')
    expect(router.history.length).toBe(1)
  })

  test('says what to do in a browser that had not asked for it', async () => {
    visit('/?code=c-1')
    expect(await findError()).toHaveTextContent('you can sign in now')
  })

  test('says that it has expired', async () => {
    visit('/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid')
    expect(await findError()).toHaveTextContent('This link has expired or was used before.')
  })

  test('is not seen in other queries', async () => {
    const { router } = visit('/?utm_source=mail')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      'Anything across town',
    )
    expect(router.state.location.pathname).toBe('/')
  })
})
