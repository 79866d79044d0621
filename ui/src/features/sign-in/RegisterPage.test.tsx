import { cleanup, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { messageApi } from '@/testing/messages'
import { visit } from '@/testing/render'
import { authSettings, DEFAULT_STATUS, server } from '@/testing/server'
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

test('a phone that nobody could call is refused before anything is sent', async () => {
  const sent = vi.fn()
  answer((body) => {
    sent(body)
    return HttpResponse.json(aSession())
  })
  const page = visit('/register')
  await fillIn(page)
  const phone = screen.getByLabelText('Phone')
  await page.user.clear(phone)
  await page.user.type(phone, '12345')
  await page.user.click(create())
  expect(phone).toHaveAccessibleDescription(/Enter a phone number such as \(212\) 555-0100\./)
  expect(phone).toHaveFocus()
  expect(sent).not.toHaveBeenCalled()
})

test('how long a password has to be is said before one is typed', async () => {
  visit('/register')
  expect(await screen.findByLabelText('Password')).toHaveAccessibleDescription(
    'At least 6 characters.',
  )
})

test.each([
  ['is told with the version of its words', true],
  ['is nobody’s who left the box as it was', false],
])('consent to texts %s', async (_name, agrees) => {
  const backend = messageApi()
  answer(() => HttpResponse.json(aSession()))
  const page = visit('/register?next=%2Fterms')
  const box = await screen.findByRole('checkbox', { name: /text messages about my orders/ })
  expect(box).not.toBeChecked()
  // The server's words, which take the place of those that the application was built with.
  await waitFor(() => expect(box).toHaveAccessibleDescription('I agree to receive text messages.'))
  await fillIn(page)
  if (agrees) await page.user.click(box)
  await page.user.click(create())
  await screen.findAllByRole('button', { name: 'Messages' })
  await expect.poll(() => page.router.state.location.pathname).toBe('/terms')
  const consents = [{ sms_consent: true, consent_text_version: '2026-11-22' }]
  await expect.poll(() => backend.saved).toEqual(agrees ? consents : [])
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

test.each([
  ['/register?role=driver&next=%2Fdrive-with-us%3Fstep%3D2', /^Driver/],
  ['/register?next=%2Fdrive-with-us', /^Driver/],
  ['/register?role=admin', /^Customer/],
  ['/register', /^Customer/],
])('%s has chosen %s already', async (address, role) => {
  visit(address)
  expect(await screen.findByRole('radio', { name: role })).toBeChecked()
})

test('who comes to apply is led on to the step that they came for', async () => {
  answer(() => HttpResponse.json(aSession({ userType: 'driver' })))
  const page = visit('/register?role=driver&next=%2Fdrive-with-us%3Fstep%3D2')
  await fillIn(page)
  await page.user.click(create())
  await expect.poll(() => page.router.state.location.href).toBe('/drive-with-us?step=2')
})

test('a driver is told why no other account is offered', async () => {
  server.use(authSettings({ google: true }))
  const { user } = visit('/register')
  await screen.findByRole('button', { name: 'Continue with Google' })
  await user.click(screen.getByRole('radio', { name: /^Driver/ }))
  expect(screen.queryByRole('button', { name: /^Continue with/ })).not.toBeInTheDocument()
  expect(screen.getByText(/signs you up as a customer/)).toBeInTheDocument()
})

test('the texts to agree to open in another tab, from which one comes back to the same form', async () => {
  visit('/register?role=driver&next=%2Fdrive-with-us%3Fstep%3D2')
  const terms = await screen.findByRole('link', { name: /^Terms.*opens in a new tab/ })
  expect(terms).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('link', { name: /^Privacy Policy/ })).toHaveAttribute('target', '_blank')
  cleanup()
  visit(terms.getAttribute('href') ?? '')
  const back = await screen.findByRole('link', { name: 'Back to Sign Up' })
  const { searchParams } = new URL(back.getAttribute('href') ?? '', 'https://haulage.example')
  expect(Object.fromEntries(searchParams)).toEqual({
    role: 'driver',
    next: '/drive-with-us?step=2',
  })
})

test('nobody can choose to be an admin', async () => {
  visit('/register')
  const roles = await screen.findAllByRole('radio')
  expect(roles).toHaveLength(2)
  expect(roles[0]).toHaveAccessibleName(/^Customer/)
  expect(roles[1]).toHaveAccessibleName(/^Driver/)
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
  [
    { Password: 'é'.repeat(37), 'Confirm password': 'é'.repeat(37) },
    'Password is too long. Choose a shorter one',
  ],
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
  const read: MutationRecord[] = []
  const listener = new MutationObserver((changes) => read.push(...changes))
  const everything = { subtree: true, childList: true, characterData: true }
  listener.observe(screen.getByRole('alert'), everything)
  const begun = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => begun + 1_500)
  await screen.findByText('Retry available in: 2 seconds')
  expect(read).toEqual([])
  clock.mockImplementation(() => begun + 3_500)
  expect(await screen.findByRole('button', { name: 'Create account' })).toBeEnabled()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByText('You can try again now.')).toHaveAttribute('role', 'status')
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
  expect(await screen.findByText('ann@example.com')).toBeInTheDocument()
  await page.user.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText(/^Sent once more/)
  expect(resent.mock.calls[0]?.[0]).toMatchObject({ type: 'signup', email: 'ann@example.com' })
  await page.user.click(screen.getByRole('button', { name: 'Try Different Email' }))
  expect(screen.getByLabelText('Email')).toHaveFocus()
  for (const [label, text] of Object.entries(FIELDS)) {
    expect(screen.getByLabelText(label)).toHaveValue(text)
  }
  expect(screen.getByRole('checkbox', { name: /I agree to the/ })).toBeChecked()
})

test('a mail that is asked for again too soon is told of as a mail', async () => {
  answer(() => HttpResponse.json(aSession().user))
  const seconds = 'For security purposes, you can only request this after 57 seconds.'
  server.use(
    http.post('*/auth/v1/resend', () => authRefusal(429, 'over_email_send_rate_limit', seconds)),
  )
  const page = visit('/register')
  await fillIn(page)
  await page.user.click(create())
  await page.user.click(await screen.findByRole('button', { name: 'Send again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'We sent you a mail a moment ago. Please wait 57 seconds before you ask for another.',
  )
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

test.each([
  ['sent', 'We sent a confirmation link to', null],
  ['file', 'There is a confirmation link for', /last line of mail\.jsonl/],
  ['page', 'There is a confirmation link for', /It stands at \/dev\/mail instead/],
] as const)('a mail that is %s is not claimed to be elsewhere', async (mail, sentence, where) => {
  server.use(http.get('*/api/v1/status', () => HttpResponse.json({ ...DEFAULT_STATUS, mail })))
  answer(() => HttpResponse.json({ ...aSession().user, email: 'ann@example.com' }))
  const page = visit('/register')
  await fillIn(page)
  await page.user.click(create())
  expect(await screen.findByText(sentence, { exact: false })).toHaveTextContent('ann@example.com')
  if (where) {
    expect(screen.getByText(/This server sends no mail/)).toHaveTextContent(where)
  } else {
    expect(screen.queryByText(/This server sends no mail/)).not.toBeInTheDocument()
  }
})
