import { within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { answerUpdate, openAccount, section } from '@/testing/account'
import { server } from '@/testing/server'
import { aSession, authRefusal } from '@/testing/session'

test('a new address waits until the mail to it was answered', async () => {
  const pending = { ...aSession().user, new_email: 'ann@new.example' }
  const requests = answerUpdate(() => HttpResponse.json(pending))
  const { user } = openAccount()
  const email = await section('Email')
  await user.click(email.getByLabelText('New email'))
  await user.paste('ann@new.example')
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(pending)))
  await user.click(email.getByRole('button', { name: 'Change Email' }))
  await email.findByText(/We sent a link to/)
  expect(requests[0]).toMatchObject({ email: 'ann@new.example', code_challenge_method: 's256' })
  expect(email.getByText(/^Your address is/)).toHaveTextContent('ann@example.com')
})

test('without confirmation it changes at once', async () => {
  answerUpdate(() => HttpResponse.json(aSession({ email: 'ann@new.example' }).user))
  const { user } = openAccount()
  const email = await section('Email')
  await user.click(email.getByLabelText('New email'))
  await user.paste('ann@new.example')
  await user.click(email.getByRole('button', { name: 'Change Email' }))
  await email.findByText('Your email address was changed.')
  expect(email.getByText('ann@new.example')).toBeInTheDocument()
})

/** The code of one mail; the address that it went to is in its label. */
async function typeCode(page: ReturnType<typeof openAccount>, address: string) {
  const part = await section('Email')
  const code = within(await part.findByRole('group', { name: `Code from the mail to ${address}` }))
  await page.user.click(code.getByLabelText('Digit 1 of 6'))
  await page.user.paste('123456')
}

function accountIs(user: object) {
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json({ ...aSession().user, ...user })))
}

test('both addresses agree by the digits from their mails, in any order', async () => {
  const requests: unknown[] = []
  server.use(
    http.post('*/auth/v1/verify', async ({ request }) => {
      const body = (await request.json()) as { email: string }
      requests.push(body.email)
      return requests.length === 1
        ? HttpResponse.json({ code: '200', msg: 'Confirmation link accepted.' })
        : HttpResponse.json(aSession({ email: 'ann@new.example' }))
    }),
  )
  const page = openAccount({ user: { new_email: 'ann@new.example' } })
  const email = await section('Email')
  await email.findByText(/and another one to/)
  accountIs({ new_email: 'ann@new.example', new_email_answered: 'current' })
  await typeCode(page, 'ann@example.com')
  await email.findByText(/when you open it, or type the code/)
  expect(email.queryByText('Your email address was changed.')).not.toBeInTheDocument()
  accountIs({ email: 'ann@new.example' })
  await typeCode(page, 'ann@new.example')
  await email.findByText('Your email address was changed.')
  expect(requests).toEqual(['ann@example.com', 'ann@new.example'])
})

test('where the old address is not asked, only the new one agrees', async () => {
  server.use(
    http.get('*/auth/v1/settings', () =>
      HttpResponse.json({ external: {}, mailer_secure_email_change_enabled: false }),
    ),
  )
  openAccount({ user: { new_email: 'ann@new.example' } })
  const email = await section('Email')
  await email.findByText(/when you open it, or type the code/)
  expect(email.getAllByRole('group', { name: /^Code from the mail/ })).toHaveLength(1)
})

test('the mails can be sent again', async () => {
  server.use(
    http.post('*/auth/v1/resend', () =>
      authRefusal(429, 'over_email_send_rate_limit', 'For security purposes, wait 7 seconds.'),
    ),
  )
  const { user } = openAccount({ user: { new_email: 'ann@new.example' } })
  const email = await section('Email')
  await user.click(await email.findByRole('button', { name: 'Send again' }))
  await email.findByText(
    'We sent you a mail a moment ago. Please wait 7 seconds before you ask for another.',
  )
  expect(email.getByRole('button', { name: 'Wait 7s' })).toBeDisabled()
})
