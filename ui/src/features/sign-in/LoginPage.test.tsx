import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { visit } from '@/testing/render'
import { aProblem, server } from '@/testing/server'
import { aSession, authRefusal, signedInAs } from '@/testing/session'

type Reply = () => Response | Promise<Response>

function answer(reply: Reply) {
  server.use(http.post('*/auth/v1/token', reply))
}

async function fillIn({ user }: ReturnType<typeof visit>) {
  await user.type(await screen.findByLabelText('Email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Password'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
}

test.each([
  ['customer', '/dashboard'],
  ['driver', '/driver-dashboard'],
  ['admin', '/admin'],
] as const)('a %s lands on %s', async (userType, address) => {
  answer(() => HttpResponse.json(aSession({ userType })))
  server.use(http.get('*/api/v1/overview*', () => aProblem(503, 'Not now.')))
  const page = visit('/login')
  await fillIn(page)
  await expect.poll(() => page.router.state.location.pathname).toBe(address)
})

test('signing in leads back to where somebody was, and Back does not lead to the form', async () => {
  answer(() => HttpResponse.json(aSession()))
  server.use(http.get('*/api/v1/orders/:id/tracking', () => aProblem(404, 'Order not found')))
  const page = visit('/login?next=%2Ftrack%2Fo-1%3Fmap%3D1')
  await fillIn(page)
  await expect.poll(() => page.router.state.location.href).toBe('/track/o-1?map=1')
  expect(page.router.history.length).toBe(1)
})

test('another site is no place to go on to', async () => {
  answer(() => HttpResponse.json(aSession()))
  const page = visit('/login?next=%2F%2Fevil.example')
  await fillIn(page)
  await expect.poll(() => page.router.state.location.pathname).toBe('/dashboard')
})

test('whoever is signed in already is sent on', async () => {
  signedInAs()
  const { router } = visit('/login?next=%2Fbook-service')
  await expect.poll(() => router.state.location.pathname).toBe('/book-service')
})

test('a wrong password is told in words, and the fields stay', async () => {
  answer(() => authRefusal(400, 'invalid_credentials', 'Invalid login credentials'))
  const page = visit('/login')
  await fillIn(page)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Invalid email or password. Please check your credentials and try again.',
  )
  expect(screen.getByLabelText('Email')).toHaveValue('ann@example.com')
})

test('nothing is sent while a field is empty, and the first is reached', async () => {
  const { user } = visit('/login')
  await user.click(await screen.findByRole('button', { name: 'Sign In' }))
  expect(screen.getByText('Email is required')).toBeInTheDocument()
  expect(screen.getByText('Password is required')).toBeInTheDocument()
  expect(screen.getByLabelText('Email')).toHaveFocus()
  await user.type(screen.getByLabelText('Email'), 'a')
  expect(screen.queryByText('Email is required')).not.toBeInTheDocument()
})

test('too many attempts wait as long as the server says', async () => {
  answer(() => authRefusal(429, 'over_request_rate_limit', 'slow down', { 'retry-after': '30' }))
  await fillIn(visit('/login'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many login attempts. Please wait a few minutes before trying again.',
  )
  expect(screen.getByRole('button', { name: 'Wait 30s' })).toBeDisabled()
})

test('the button waits with the answer', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  answer(async () => {
    await held
    return HttpResponse.json(aSession())
  })
  const page = visit('/login')
  await fillIn(page)
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeDisabled()
  release()
  await expect.poll(() => page.router.state.location.pathname).toBe('/dashboard')
})

test('the password can be shown', async () => {
  const { user } = visit('/login')
  const field = await screen.findByLabelText('Password')
  expect(field).toHaveAttribute('autocomplete', 'current-password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field).toHaveAttribute('type', 'text')
})

test('the way to the registration keeps where somebody wanted to go', async () => {
  visit('/login?next=%2Fbook-service')
  await screen.findByRole('heading', { name: 'Sign in' })
  const links = screen.getAllByRole('link', { name: 'Sign Up' })
  expect(links.map((link) => link.getAttribute('href'))).toContain('/register?next=%2Fbook-service')
})

test('an address that is not confirmed can be confirmed from here', async () => {
  answer(() => authRefusal(400, 'email_not_confirmed', 'Email not confirmed'))
  server.use(http.post('*/auth/v1/resend', () => HttpResponse.json({})))
  const page = visit('/login')
  await fillIn(page)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Please check your email and click the confirmation link before signing in.',
  )
  await page.user.click(screen.getByRole('button', { name: 'Confirm my email' }))
  await screen.findByRole('heading', { name: 'Check Your Email' })
  await page.user.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByText(/^Sent once more/)
})
