import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { answerUpdate, openAccount, section } from '@/testing/account'
import type { visit } from '@/testing/render'
import { server } from '@/testing/server'
import { aSession, authRefusal } from '@/testing/session'

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
  const requests = answerUpdate()
  const page = openAccount()
  const form = await fillIn(page, 'secret-12')
  form.getByText('Password must contain at least one uppercase letter')
  expect(requests).toEqual([])
  await page.user.clear(form.getByLabelText('New password'))
  await page.user.clear(form.getByLabelText('Confirm new password'))
  await fillIn(page, 'Secret-12')
  await form.findByText('Password updated. Every other device has been signed out.')
  expect(requests[0]).toMatchObject({ password: 'Secret-12' })
  expect(form.getByLabelText('New password')).toHaveValue('')
})

test('the devices that were signed out are gone from the list below', async () => {
  answerUpdate()
  let asked = 0
  server.use(
    http.get('*/api/v1/me/sessions', () => {
      asked += 1
      return HttpResponse.json({ items: [], next: null })
    }),
  )
  const page = openAccount()
  const form = await fillIn(page, 'Secret-12')
  await form.findByText('Password updated. Every other device has been signed out.')
  await waitFor(() => expect(asked).toBe(2))
})

test('the current one comes with it', async () => {
  const requests = answerUpdate(({ current_password }) =>
    current_password === 'Secret-11'
      ? HttpResponse.json(aSession().user)
      : authRefusal(400, 'current_password_invalid', 'The current password is not right.'),
  )
  const page = openAccount()
  const form = await section('Password')
  await page.user.type(form.getByLabelText('Current password'), 'Secret-10')
  await fillIn(page, 'Secret-12')
  await form.findByText('The current password is not right.')
  await page.user.clear(form.getByLabelText('Current password'))
  await page.user.type(form.getByLabelText('Current password'), 'Secret-11')
  await page.user.click(form.getByRole('button', { name: 'Update Password' }))
  await form.findByText('Password updated. Every other device has been signed out.')
  expect(requests.at(-1)).toMatchObject({ password: 'Secret-12', current_password: 'Secret-11' })
  expect(form.getByLabelText('Current password')).toHaveValue('')
})

test.each([
  ['reauthentication_needed', 'Password update requires reauthentication'],
  ['current_password_required', 'Current password required when setting new password.'],
])('who does not bring the current one brings a code from a mail (%s)', async (word, sentence) => {
  const requests = answerUpdate(({ nonce }) =>
    nonce ? HttpResponse.json(aSession().user) : authRefusal(400, word, sentence),
  )
  let mails = 0
  server.use(
    http.get('*/auth/v1/reauthenticate', () => {
      mails += 1
      return HttpResponse.json({})
    }),
  )
  const page = openAccount()
  const form = await fillIn(page, 'Secret-12')
  expect(await form.findByLabelText('Digit 1 of 6')).toHaveFocus()
  await page.user.paste('123456')
  await form.findByText('Password updated. Every other device has been signed out.')
  expect(mails).toBe(1)
  expect(requests.at(-1)).toMatchObject({ password: 'Secret-12', nonce: '123456' })
})
