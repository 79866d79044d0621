import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount, section } from '@/testing/account'
import { aDevice, aDeviceThatRefuses } from '@/testing/device'
import { passkeysOpen, server } from '@/testing/server'
import { authRefusal } from '@/testing/session'

const PHONE = {
  id: 'passkey-1',
  friendly_name: 'My phone',
  backed_up: true,
  created_at: '2026-03-01T12:00:00Z',
  last_used_at: '2026-04-02T12:00:00Z',
}
const NEW = {
  id: 'passkey-2',
  friendly_name: 'Passkey',
  created_at: '2026-05-03T12:00:00Z',
  last_used_at: null,
}

afterEach(() => vi.unstubAllGlobals())

/** What the server holds, and what it does to it. */
function held(...passkeys: object[]) {
  const list = [...passkeys] as (typeof PHONE)[]
  server.use(
    passkeysOpen(),
    http.get('*/auth/v1/passkeys', () => HttpResponse.json(list)),
    http.post('*/auth/v1/passkeys/registration/options', () =>
      HttpResponse.json({ challenge_id: 'c-1', options: { rp: {} }, expires_at: 4_000_000_000 }),
    ),
    http.post('*/auth/v1/passkeys/registration/verify', () => {
      list.push(NEW as unknown as typeof PHONE)
      return HttpResponse.json(NEW)
    }),
    http.patch('*/auth/v1/passkeys/:id', async ({ params, request }) => {
      const named = list.find(({ id }) => id === params.id)
      return HttpResponse.json(Object.assign(named ?? {}, (await request.json()) as object))
    }),
    http.delete('*/auth/v1/passkeys/:id', ({ params }) => {
      const index = list.findIndex(({ id }) => id === params.id)
      return HttpResponse.json(list.splice(index, 1)[0])
    }),
  )
  return list
}

test('the section is not there where the server has no passkeys, nor where the browser has none', async () => {
  aDevice()
  openAccount()
  await section('Profile')
  expect(screen.queryByRole('region', { name: 'Passkeys' })).not.toBeInTheDocument()
})

test('one is made by the device, and named', async () => {
  const asked = aDevice()
  const list = held(PHONE)
  const { user } = openAccount()
  const part = await section('Passkeys')
  await part.findByText('Added Mar 1, 2026, last used Apr 2, 2026')
  await user.click(part.getByRole('button', { name: 'Add a Passkey' }))
  const field = await part.findByLabelText('Name of the passkey')
  expect(asked.mock.calls[0]?.[0].publicKey).toEqual({ rp: {} })
  part.getByText('The passkey was added. Give it a name by which you will know it.')
  expect(field).toHaveFocus()
  await user.keyboard('Laptop{Enter}')
  await part.findByText('It is called Laptop now.')
  expect(list.map(({ friendly_name }) => friendly_name)).toEqual(['My phone', 'Laptop'])
  expect(part.getByRole('button', { name: 'Rename Laptop' })).toHaveFocus()
})

test('it is removed after a question', async () => {
  aDevice()
  const list = held(PHONE)
  const { user } = openAccount()
  const part = await section('Passkeys')
  await user.click(await part.findByRole('button', { name: 'Remove My phone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove My phone?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await part.findByText('My phone was removed.')
  expect(list).toEqual([])
  await waitFor(() => expect(part.queryByRole('list')).toBeNull())
})

test.each([
  ['NotAllowedError', 'The request was canceled or took too long. Nothing was changed.'],
  ['InvalidStateError', 'This device has a passkey of your account already.'],
  ['SecurityError', 'Passkeys do not work at the address at which you have opened this site.'],
])('a device that says %s is told in words', async (name, sentence) => {
  aDeviceThatRefuses(name)
  held()
  const { user } = openAccount()
  const part = await section('Passkeys')
  await user.click(await part.findByRole('button', { name: 'Add a Passkey' }))
  expect(await part.findByRole('alert')).toHaveTextContent(sentence)
  expect(part.getByRole('button', { name: 'Add a Passkey' })).toBeEnabled()
})

test('a server that wants a newer proof, and gets none, says so', async () => {
  aDevice()
  held()
  server.use(
    http.post('*/auth/v1/passkeys/registration/options', () =>
      authRefusal(400, 'reauthentication_needed', 'This change requires reauthentication'),
    ),
  )
  const { user } = openAccount()
  const part = await section('Passkeys')
  await user.click(await part.findByRole('button', { name: 'Add a Passkey' }))
  await screen.findByRole('dialog', { name: 'Confirm that it is you' })
  await user.keyboard('{Escape}')
  expect(await part.findByRole('alert')).toHaveTextContent(
    'Nothing was changed, because you did not confirm that it is you.',
  )
})

test('passkeys that could not be loaded are asked for again', async () => {
  aDevice()
  held(PHONE)
  let answers = 0
  server.use(
    http.get('*/auth/v1/passkeys', () => {
      answers += 1
      // One try more is made before anybody is told.
      if (answers <= 2) return authRefusal(500, 'unexpected_failure', 'x')
      return HttpResponse.json([PHONE])
    }),
  )
  const { user } = openAccount()
  const part = await section('Passkeys')
  await part.findByText('Your passkeys could not be loaded')
  await user.click(part.getByRole('button', { name: 'Try Again' }))
  await part.findByRole('button', { name: 'Remove My phone' })
})
