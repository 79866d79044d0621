// The unmodified official JavaScript client against the server, without a browser.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'
import { CONFIRMING, codeOf, digitsIn, linkIn, mailTo } from './mails.mjs'

const fromUi = createRequire(new URL('../../ui/package.json', import.meta.url))
const { AuthClient } = fromUi('@supabase/auth-js')
const URL_OF_AUTH = `${process.env.HAULAGE_URL ?? 'http://127.0.0.1:8000'}/auth/v1`
const PASSWORD = 'Secret-1'
let numbers = 0

function aClient(base = URL_OF_AUTH, flowType = 'implicit') {
  const stored = new Map()
  const storage = {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
  return new AuthClient({
    url: base,
    storage,
    flowType,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  })
}

async function somebody() {
  const client = aClient()
  numbers += 1
  const email = `auth-js.${Date.now()}.${numbers}@example.com`
  const { data, error } = await client.signUp({ email, password: PASSWORD })
  assert.equal(error, null)
  return { client, email, session: data.session }
}

function refused({ error }, status, code) {
  assert.deepEqual([error?.status, error?.code], [status, code])
}

describe('auth-js', () => {
  test('it reads the words of refusals', async () => {
    const { client, email } = await somebody()
    refused(await aClient().signUp({ email, password: PASSWORD }), 422, 'user_already_exists')
    refused(
      await aClient().signInWithPassword({ email, password: 'wrong-1' }),
      400,
      'invalid_credentials',
    )
    refused(await client.updateUser({ password: 'short' }), 422, 'weak_password')
    refused(await client.updateUser({ password: PASSWORD }), 400, 'current_password_required')
    const same = { password: PASSWORD, current_password: PASSWORD }
    refused(await client.updateUser(same), 422, 'same_password')
    refused(await client.verifyOtp({ email, token: '000000', type: 'email' }), 403, 'otp_expired')
    refused(await client.signInWithOtp({ phone: '+12125550100' }), 400, 'phone_provider_disabled')
  })

  test('a refresh token is replaced, and a lost answer is given again', async () => {
    const { client, session } = await somebody()
    const { data } = await client.refreshSession()
    assert.notEqual(data.session.refresh_token, session.refresh_token)
    const twin = await aClient().refreshSession({ refresh_token: session.refresh_token })
    assert.equal(twin.data.session.refresh_token, data.session.refresh_token)
    refused(
      await aClient().refreshSession({ refresh_token: 'never-issued' }),
      400,
      'refresh_token_not_found',
    )
  })

  test('it checks the access token with the published key', async () => {
    const { client, email } = await somebody()
    const { data, error } = await client.getClaims()
    assert.equal(error, null)
    assert.deepEqual(
      [data.claims.email, data.claims.aal, data.header.alg],
      [email, 'aal1', 'ES256'],
    )
  })

  for (const [scope, hereGoesOn, thereGoesOn] of [
    ['global', false, false],
    ['local', false, true],
    ['others', true, false],
  ]) {
    test(`signing out with the scope ${scope} ends the sessions that it names`, async () => {
      const { client, email, session: here } = await somebody()
      const { data } = await aClient().signInWithPassword({ email, password: PASSWORD })
      assert.equal((await client.signOut({ scope })).error, null)
      for (const [{ access_token, refresh_token }, goesOn] of [
        [here, hereGoesOn],
        [data.session, thereGoesOn],
      ]) {
        const { error } = await aClient().getUser(access_token)
        assert.equal(error?.name, goesOn ? undefined : 'AuthSessionMissingError')
        if (goesOn) continue
        const renewed = await aClient().refreshSession({ refresh_token })
        refused(renewed, 400, 'refresh_token_not_found')
      }
    })
  }

  test('it is told why a way in is closed', async () => {
    const { client } = await somebody()
    refused(await aClient().signInAnonymously(), 422, 'anonymous_provider_disabled')
    refused(
      await aClient().signInWithPassword({ phone: '+12125550100', password: PASSWORD }),
      422,
      'phone_provider_disabled',
    )
    const byPhone = await client.mfa.enroll({ factorType: 'phone', phone: '+12125550100' })
    refused(byPhone, 422, 'mfa_phone_enroll_not_enabled')
    refused(
      await client.unlinkIdentity((await client.getUserIdentities()).data.identities[0]),
      422,
      'single_identity_not_deletable',
    )
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' })
    const answer = { factorId: factor.id, challengeId: 'chl_never_asked', code: '000000' }
    refused(await client.mfa.verify(answer), 422, 'mfa_factor_not_found')
    const { data: asked } = await client.mfa.challenge({ factorId: factor.id })
    const wrong = await client.mfa.verify({ ...answer, challengeId: asked.id })
    refused(wrong, 422, 'mfa_verification_failed')
  })

  test('a second factor is asked for, and without it nothing that matters is changed', async () => {
    const { client, email } = await somebody()
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    const first = { factorId: factor.id, code: codeOf(factor.totp.secret) }
    assert.equal((await client.mfa.challengeAndVerify(first)).error, null)
    const half = aClient()
    await half.signInWithPassword({ email, password: PASSWORD })
    const { data: levels } = await half.mfa.getAuthenticatorAssuranceLevel()
    assert.deepEqual([levels.currentLevel, levels.nextLevel], ['aal1', 'aal2'])
    refused(await half.updateUser({ password: 'Better-2' }), 401, 'insufficient_aal')
    refused(await half.updateUser({ data: { phone: '+19995550100' } }), 401, 'insufficient_aal')
    refused(await half.mfa.enroll({ factorType: 'totp' }), 403, 'insufficient_aal')
    refused(await half.mfa.unenroll({ factorId: factor.id }), 422, 'insufficient_aal')
    const second = { factorId: factor.id, code: codeOf(factor.totp.secret, 1) }
    assert.equal((await half.mfa.challengeAndVerify(second)).error, null)
    assert.equal((await half.mfa.unenroll({ factorId: factor.id })).error, null)
    const { data } = await half.refreshSession()
    assert.equal(data.user.factors.length, 0)
    assert.equal((await half.mfa.getAuthenticatorAssuranceLevel()).data.currentLevel, 'aal1')
  })
})

const skip = CONFIRMING ? false : 'HAULAGE_CONFIRMING_URL names no server that confirms addresses'

describe('auth-js and what is mailed', { skip }, () => {
  const base = `${CONFIRMING}/auth/v1`

  /** The address of somebody who has come by a mailed code. */
  async function mailed(client) {
    numbers += 1
    const email = `auth-js.mailed.${Date.now()}.${numbers}@example.com`
    assert.equal((await client.signInWithOtp({ email })).error, null)
    refused(await client.verifyOtp({ email, token: '1234567', type: 'email' }), 403, 'otp_expired')
    const token = digitsIn(await mailTo(email, ''))
    const { data, error } = await client.verifyOtp({ email, token, type: 'email' })
    assert.equal(error, null)
    assert.equal(data.user.email, email)
    return { email, session: data.session }
  }

  test('a code signs in, and its session’s used tokens end it when they come back late', async () => {
    const client = aClient(base)
    const { session: stolen } = await mailed(client)
    await client.refreshSession()
    const { data: newest } = await client.refreshSession()
    for (const { refresh_token } of [stolen, newest.session]) {
      const reused = await aClient(base).refreshSession({ refresh_token })
      refused(reused, 400, 'refresh_token_already_used')
    }
    const { error } = await aClient(base).getUser(newest.session.access_token)
    assert.equal(error.name, 'AuthSessionMissingError')
  })

  test('a forgotten password is replaced where the link was asked for', async () => {
    const client = aClient(base, 'pkce')
    const { email } = await mailed(aClient(base))
    assert.equal((await client.resetPasswordForEmail(email)).error, null)
    const again = await aClient(base).resetPasswordForEmail(email)
    refused(again, 429, 'over_email_send_rate_limit')
    const left = await fetch(linkIn(await mailTo(email, 'Reset')), { redirect: 'manual' })
    const code = new URL(left.headers.get('location')).searchParams.get('code')
    const { data, error } = await client.exchangeCodeForSession(code)
    assert.equal(error, null)
    assert.equal(data.redirectType, 'recovery')
    assert.equal((await client.updateUser({ password: 'Secret-12' })).error, null)
    const signedIn = await aClient(base).signInWithPassword({ email, password: 'Secret-12' })
    assert.equal(signedIn.error, null)
  })
})
