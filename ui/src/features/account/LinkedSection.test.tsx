import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { departure } from '@/auth/departure'
import { openAccount, section } from '@/testing/account'
import { authSettings, server } from '@/testing/server'
import { aSession, authRefusal } from '@/testing/session'

const GOOGLE = {
  identity_id: 'identity-1',
  id: 'google-1',
  user_id: 'auth-of-user-ann',
  provider: 'google',
  identity_data: { email: 'ann@gmail.example' },
}

test('the section is not there where none can be linked', async () => {
  openAccount()
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
  const { user } = openAccount()
  const part = await section('Linked accounts')
  await user.click(await part.findByRole('button', { name: 'Link Google' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://accounts.google.example/'))
})

test('a linked one is named, and unlinked after a question', async () => {
  server.use(
    authSettings({ google: true }),
    http.delete('*/auth/v1/user/identities/identity-1', () => HttpResponse.json({})),
  )
  const { user } = openAccount({ user: { identities: [...aSession().user.identities, GOOGLE] } })
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
  const { user } = openAccount({ user: { identities: [GOOGLE] } })
  const part = await section('Linked accounts')
  await user.click(await part.findByRole('button', { name: 'Unlink Google' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlink Google?' }))
  await user.click(dialog.getByRole('button', { name: 'Unlink' }))
  expect(await part.findByRole('alert')).toHaveTextContent('This is your only way to sign in.')
})
