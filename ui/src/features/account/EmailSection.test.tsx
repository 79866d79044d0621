import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { answerUpdate, openAccount, section } from '@/testing/account'
import { server } from '@/testing/server'
import { aSession, authRefusal } from '@/testing/session'

test('a new address waits until the mail to it was answered', async () => {
  const pending = { ...aSession().user, new_email: 'ann@new.example' }
  const asked = answerUpdate(() => HttpResponse.json(pending))
  const { user } = openAccount()
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
  const { user } = openAccount()
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
    http.post('*/auth/v1/verify', () => HttpResponse.json(aSession({ email: 'ann@new.example' }))),
  )
  const { user } = openAccount({ user: { new_email: 'ann@new.example' } })
  const email = await section('Email')
  await user.click(await email.findByRole('button', { name: 'Send again' }))
  await email.findByText('For security purposes, wait 7 seconds.')
  expect(email.getByRole('button', { name: 'Wait 7s' })).toBeDisabled()
  server.use(http.get('*/auth/v1/user', () => HttpResponse.json(aSession().user)))
  await user.click(email.getByLabelText('Digit 1 of 6'))
  await user.paste('123456')
  await email.findByText('Your email address was changed.')
})
