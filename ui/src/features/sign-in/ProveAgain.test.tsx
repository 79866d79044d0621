import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { authorizedFetch } from '@/auth/authorizedFetch'
import { openAccount, section } from '@/testing/account'
import { passkeysOpen, server } from '@/testing/server'
import { aSession, aSessionWithFactor, authRefusal } from '@/testing/session'

const PASSKEY = {
  id: 'passkey-1',
  friendly_name: 'My phone',
  created_at: '2026-03-01T12:00:00Z',
  last_used_at: null,
}

/** The account routes where a new factor needs a proof, which is the password `right`. */
function needingProof() {
  const tried: unknown[] = []
  let isProved = false
  const refusal = () =>
    authRefusal(400, 'reauthentication_needed', 'This change requires reauthentication')
  server.use(
    http.post('*/auth/v1/reauthenticate', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      tried.push(body)
      isProved = body.password === 'right' || body.nonce === '123456'
      return isProved ? HttpResponse.json({}) : authRefusal(400, 'current_password_invalid', 'no')
    }),
    http.get('*/auth/v1/reauthenticate', () => HttpResponse.json({})),
    http.post('*/auth/v1/factors', () =>
      isProved
        ? HttpResponse.json({
            id: 'factor-1',
            type: 'totp',
            friendly_name: 'Authenticator',
            totp: { qr_code: '<svg/>', secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/haulage' },
          })
        : refusal(),
    ),
    http.post('*/api/v1/payments/pay_1/refunds', () =>
      isProved
        ? HttpResponse.json({ id: 'rfd_1' }, { status: 201 })
        : HttpResponse.json(
            { status: 403, code: 'reauthentication_needed', message: 'Prove it.' },
            { status: 403 },
          ),
    ),
  )
  return tried
}

const refund = () =>
  authorizedFetch(new URL('/api/v1/payments/pay_1/refunds', globalThis.location.href), {
    method: 'POST',
    headers: { Authorization: 'Bearer token', 'Content-Type': 'application/json' },
    body: '{}',
  })

async function question() {
  return within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
}

test('a refused change is done once the password was given', async () => {
  const tried = needingProof()
  const { user } = openAccount()
  const part = await section('Two-factor sign-in')
  await user.click(await part.findByRole('button', { name: 'Set Up Two-Factor' }))
  const dialog = await question()
  await user.type(dialog.getByLabelText('Your password'), 'wrong')
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  await dialog.findByText('This is not the password of your account.')
  await user.clear(dialog.getByLabelText('Your password'))
  await user.type(dialog.getByLabelText('Your password'), 'right{Enter}')
  await part.findByText('ABCD EFGH IJ')
  expect(tried).toEqual([{ password: 'wrong' }, { password: 'right' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a mailed code will do, for what administrators do too', async () => {
  const tried = needingProof()
  const { user } = openAccount()
  await section('Two-factor sign-in')
  const answers = Promise.all([refund(), refund()])
  const dialog = await question()
  await user.click(dialog.getByRole('button', { name: 'Mail Me a Code' }))
  await user.click(await dialog.findByLabelText('Digit 1 of 6'))
  await user.paste('123456')
  expect((await answers).map(({ status }) => status)).toEqual([201, 201])
  expect(tried).toEqual([{ nonce: '123456' }])
})

test('whoever closes the question gets the refusal', async () => {
  needingProof()
  const { user } = openAccount()
  await section('Two-factor sign-in')
  const answer = refund()
  await question()
  await user.keyboard('{Escape}')
  expect((await answer).status).toBe(403)
})

describe('what is offered', () => {
  /** The words on the buttons, for somebody who has *user* and *passkeys*. */
  async function offered(user: object, passkeys: object[], session = aSession()) {
    needingProof()
    vi.stubGlobal('PublicKeyCredential', class {})
    server.use(
      passkeysOpen(),
      http.get('*/auth/v1/passkeys', () => HttpResponse.json(passkeys)),
    )
    const { user: hand } = openAccount({
      user,
      session: { ...session, user: { ...session.user, ...user } },
    })
    await section('Passkeys')
    const answer = refund()
    const dialog = await question()
    if (passkeys.length > 0) await dialog.findByRole('button', { name: 'Use a Passkey' })
    const names = dialog.getAllByRole('button').map(({ textContent }) => textContent)
    const fields = ['Your password', 'Code from your authenticator application']
    const shownFields = fields.filter((label) => dialog.queryByText(label))
    await hand.keyboard('{Escape}')
    await answer
    return { asked: shownFields, names: names.filter((name) => /^Use|^Mail/.test(name ?? '')) }
  }
  afterEach(() => vi.unstubAllGlobals())

  test('is no authenticator and no passkey to whoever has none', async () => {
    const { asked, names } = await offered({}, [])
    expect(asked).toEqual(['Your password'])
    expect(names).toEqual(['Mail Me a Code'])
  })

  test('begins with the authenticator for whoever has no password', async () => {
    const session = aSessionWithFactor('aal2')
    const google = [{ id: 'g-1', provider: 'google' }]
    const user = { factors: session.user.factors, identities: google }
    const { asked, names } = await offered(user, [PASSKEY], session)
    expect(asked).toEqual(['Code from your authenticator application'])
    expect(names).toEqual(['Use a Passkey', 'Mail Me a Code'])
  })

  test('is a passkey or a mail where there is nothing to type', async () => {
    const user = { identities: [{ id: 'g-1', provider: 'google' }] }
    const { asked, names } = await offered(user, [PASSKEY])
    expect(asked).toEqual([])
    expect(names).toEqual(['Use a Passkey', 'Mail Me a Code'])
  })
})
