// The unmodified official JavaScript client against the server, without a browser.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { describe, test } from 'node:test'

const fromUi = createRequire(new URL('../../ui/package.json', import.meta.url))
const { AuthClient } = fromUi('@supabase/auth-js')
const URL_OF_AUTH = `${process.env.HAULAGE_URL ?? 'http://127.0.0.1:8000'}/auth/v1`
const PASSWORD = 'Secret-1'
let numbers = 0

function aClient() {
  const kept = new Map()
  const storage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
  return new AuthClient({
    url: URL_OF_AUTH,
    storage,
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

/** A code of RFC 6238 for the time step that is *later* steps away. */
function totp(secret, later = 0) {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((octet) => parseInt(octet, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later))
  const digest = createHmac('sha1', key).update(step).digest()
  const number = digest.readUInt32BE(digest[19] & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
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
    refused(await client.updateUser({ password: PASSWORD }), 422, 'same_password')
    refused(await client.verifyOtp({ email, token: '000000', type: 'email' }), 403, 'otp_expired')
    refused(await client.signInWithOtp({ phone: '+12125550100' }), 400, 'phone_provider_disabled')
  })

  test('a refresh token is replaced, and its parent repeats the answer', async () => {
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

  test('signing the others out leaves this one', async () => {
    const { client, email } = await somebody()
    const other = aClient()
    const { data } = await other.signInWithPassword({ email, password: PASSWORD })
    await client.signOut({ scope: 'others' })
    const { error } = await aClient().getUser(data.session.access_token)
    assert.equal(error.name, 'AuthSessionMissingError')
    assert.equal((await client.getUser()).error, null)
  })

  test('a second factor is asked for, and without it nothing that matters is changed', async () => {
    const { client, email } = await somebody()
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    const first = { factorId: factor.id, code: totp(factor.totp.secret) }
    assert.equal((await client.mfa.challengeAndVerify(first)).error, null)
    const half = aClient()
    await half.signInWithPassword({ email, password: PASSWORD })
    const { data: levels } = await half.mfa.getAuthenticatorAssuranceLevel()
    assert.deepEqual([levels.currentLevel, levels.nextLevel], ['aal1', 'aal2'])
    refused(await half.updateUser({ password: 'Better-2' }), 401, 'insufficient_aal')
    refused(await half.updateUser({ data: { phone: '+19995550100' } }), 401, 'insufficient_aal')
    refused(await half.mfa.enroll({ factorType: 'totp' }), 403, 'insufficient_aal')
    refused(await half.mfa.unenroll({ factorId: factor.id }), 422, 'insufficient_aal')
    const second = { factorId: factor.id, code: totp(factor.totp.secret, 1) }
    assert.equal((await half.mfa.challengeAndVerify(second)).error, null)
    assert.equal((await half.mfa.unenroll({ factorId: factor.id })).error, null)
    const { data } = await half.refreshSession()
    assert.equal(data.user.factors.length, 0)
    assert.equal((await half.mfa.getAuthenticatorAssuranceLevel()).data.currentLevel, 'aal1')
  })
})
