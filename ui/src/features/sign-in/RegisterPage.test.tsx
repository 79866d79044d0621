import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { messageDesk } from '@/testing/messages'
import { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { aSession, authRefusal } from '@/testing/session'

function answer(reply: (body: unknown) => Response) {
  server.use(http.post('*/auth/v1/signup', async ({ request }) => reply(await request.json())))
}

const FIELDS = {
  Name: 'Ann Example',
  Email: 'ann@example.com',
  Phone: '+1 212 555 0100',
  Password: 'secret',
  'Confirm password': 'secret',
}

async function fillIn({ user }: ReturnType<typeof visit>, changes: Partial<typeof FIELDS> = {}) {
  for (const [label, text] of Object.entries({ ...FIELDS, ...changes })) {
    if (!text) continue
    await user.click(await screen.findByLabelText(label))
    await user.paste(text)
  }
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
}

const create = () => screen.getByRole('button', { name: 'Create account' })

test('a customer is registered as one and goes on to where they came from', async () => {
  const sent = vi.fn()
  answer((body) => {
    sent(body)
    return HttpResponse.json(aSession())
  })
  const page = visit('/register?next=%2Fbook-service')
  await fillIn(page)
  await page.user.click(create())
  await expect.poll(() => page.router.state.location.pathname).toBe('/book-service')
  expect(sent.mock.calls[0]?.[0]).toMatchObject({
    email: 'ann@example.com',
    password: 'secret',
    data: { name: 'Ann Example', phone: '+1 212 555 0100', userType: 'customer' },
  })
})

test.each([
  ['is told with the version of its words', true],
  ['is nobody’s who left the box as it was', false],
])('consent to texts %s', async (_name, agrees) => {
  const desk = messageDesk()
  answer(() => HttpResponse.json(aSession()))
  const page = visit('/register?next=%2Fterms')
  const box = await screen.findByRole('checkbox', { name: /text messages about my orders/ })
  expect(box).not.toBeChecked()
  expect(box).toHaveAccessibleDescription('I agree to receive text messages.')
  await fillIn(page)
  if (agrees) await page.user.click(box)
  await page.user.click(create())
  await screen.findAllByRole('button', { name: 'Messages' })
  await expect.poll(() => page.router.state.location.pathname).toBe('/terms')
  const told = [{ sms_consent: true, consent_text_version: '2026-11-22' }]
  await expect.poll(() => desk.saved).toEqual(agrees ? told : [])
})

test('a driver goes on to the application', async () => {
  const sent = vi.fn()
  answer((body) => {
    sent(body)
    return HttpResponse.json(aSession({ userType: 'driver' }))
  })
  const page = visit('/register?next=%2Fbook-service')
  await fillIn(page)
  await page.user.click(screen.getByRole('radio', { name: /Driver/ }))
  await page.user.click(create())
  await expect.poll(() => page.router.state.location.pathname).toBe('/drive-with-us')
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ data: { userType: 'driver' } })
})

test('nobody can choose to be an admin', async () => {
  visit('/register')
  const roles = await screen.findAllByRole('radio')
  expect(roles.map((role) => role.textContent)).toEqual([
    expect.stringMatching(/^Customer/),
    expect.stringMatching(/^Driver/),
  ])
})

test('every field has its own error, which goes when it is edited', async () => {
  const { user } = visit('/register')
  await user.click(await screen.findByRole('button', { name: 'Create account' }))
  for (const sentence of [
    'Name is required',
    'Email is required',
    'Phone is required',
    'Password is required',
    'Please agree to the Terms and the Privacy Policy',
  ]) {
    expect(screen.getByText(sentence)).toBeInTheDocument()
  }
  expect(screen.getByLabelText('Name')).toHaveFocus()
  await user.type(screen.getByLabelText('Name'), 'A')
  expect(screen.queryByText('Name is required')).not.toBeInTheDocument()
})

test.each([
  [{ Password: 'short', 'Confirm password': 'short' }, 'Password must be at least 6 characters'],
  [{ 'Confirm password': 'another' }, 'Passwords do not match'],
])('%o is refused before it is sent', async (changes, sentence) => {
  const page = visit('/register')
  await fillIn(page, changes)
  await page.user.click(create())
  expect(screen.getByText(sentence)).toBeInTheDocument()
})

test('a known address is told to sign in, with or without confirmation', async () => {
  const exists = 'An account with this email already exists. Please sign in instead.'
  answer(() => authRefusal(422, 'user_already_exists', 'User already registered'))
  const page = visit('/register')
  await fillIn(page)
  await page.user.click(create())
  expect(await screen.findByRole('alert')).toHaveTextContent(exists)
  answer(() => HttpResponse.json({ ...aSession().user, identities: [] }))
  await page.user.click(create())
  expect(await screen.findByRole('alert')).toHaveTextContent(exists)
})

test('what the server says of a field stands at the field', async () => {
  answer(() => authRefusal(422, 'weak_password', 'Password should be at least 6 characters'))
  const page = visit('/register')
  await fillIn(page)
  await page.user.click(create())
  await screen.findByText('Password must be at least 6 characters long.')
  expect(screen.getByLabelText('Password')).toBeInvalid()
})

test('too many registrations count down, and can be tried again after it', async () => {
  answer(() =>
    authRefusal(
      429,
      'over_email_send_rate_limit',
      'For security purposes, you can only request this after 3 seconds.',
    ),
  )
  const page = visit('/register')
  await fillIn(page)
  await page.user.click(create())
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many registration attempts. Please wait 3 seconds before trying again.',
  )
  expect(screen.getByText('Retry available in: 3 seconds')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Wait 3s' })).toBeDisabled()
  const later = Date.now() + 3_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeEnabled()
})

test('an address to be confirmed says so, and the mail can be sent again', async () => {
  answer(() => HttpResponse.json(aSession().user))
  const resent = vi.fn()
  server.use(
    http.post('*/auth/v1/resend', async ({ request }) => {
      resent(await request.json())
      return HttpResponse.json({})
    }),
  )
  const page = visit('/register')
  await fillIn(page)
  await page.user.click(create())
  await screen.findByRole('heading', { name: 'Check Your Email' })
  expect(screen.getByText('ann@example.com')).toBeInTheDocument()
  await page.user.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText(/^Sent once more/)
  expect(resent.mock.calls[0]?.[0]).toMatchObject({ type: 'signup', email: 'ann@example.com' })
  await page.user.click(screen.getByRole('button', { name: 'Try Different Email' }))
  expect(screen.getByLabelText('Email')).toBeInTheDocument()
})

test('the digits from the confirmation mail sign in, and lead on', async () => {
  let redirect: string | null = null
  server.use(
    http.post('*/auth/v1/signup', ({ request }) => {
      redirect = new URL(request.url).searchParams.get('redirect_to')
      return HttpResponse.json(aSession().user)
    }),
    http.post('*/auth/v1/verify', () => HttpResponse.json(aSession())),
  )
  const page = visit('/register?next=%2Fbook-service')
  await fillIn(page)
  await page.user.click(create())
  await page.user.click(await screen.findByLabelText('Digit 1 of 6'))
  await page.user.paste('123456')
  await expect.poll(() => page.router.state.location.pathname).toBe('/book-service')
  expect(redirect).toContain('/auth/callback?for=signup&next=%2Fbook-service')
})
