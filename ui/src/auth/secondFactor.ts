import type { User } from '@supabase/auth-js'
import { AuthRefusal, refusalOf } from './authRefusal'
import { getAccount } from './ownAccount'
import { callAuth, notifySessionChange } from './sessionStore'

export type Factor = { id: string; name: string; isVerified: boolean; addedAt: string }

/** What an authenticator application has to be told, once. */
export type Enrolment = { id: string; qrCode: string; secret: string; uri: string }

/** The factors that an account, as the server told it, has. */
export function factorsOf({ factors = [] }: User): Factor[] {
  return factors.map(({ id, friendly_name, status, created_at }) => ({
    id,
    name: friendly_name || 'Authenticator',
    isVerified: status === 'verified',
    addedAt: created_at,
  }))
}

export async function enrol(name: string): Promise<Enrolment> {
  const data = await callAuth((auth) =>
    auth.mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'haulage' }),
  )
  if (!data) throw refusalOf(undefined)
  const { qr_code, secret, uri } = data.totp
  return { id: data.id, qrCode: asPicture(qr_code), secret, uri }
}

/** Gives one code; from then on the session has both factors. */
export async function proveFactor(factorId: string, code: string): Promise<void> {
  await callAuth((auth) => auth.mfa.challengeAndVerify({ factorId, code }))
  notifySessionChange()
}

/** Gives the code of whichever factor the account has; people do not know them by name. */
export async function enterCode(code: string): Promise<void> {
  const verified = factorsOf(await getAccount()).filter(({ isVerified }) => isVerified)
  let refusal: unknown = new AuthRefusal('', 'mfa_factor_not_found', 404)
  for (const { id } of verified) {
    try {
      return await proveFactor(id, code)
    } catch (error) {
      refusal = error
      if (!(error instanceof AuthRefusal) || error.code !== 'mfa_verification_failed') throw error
    }
  }
  throw refusal
}

export async function removeFactor(factorId: string): Promise<void> {
  await callAuth((auth) => auth.mfa.unenroll({ factorId }))
  // The session keeps its user, and with it the factors, only until it is renewed.
  await callAuth((auth) => auth.refreshSession())
  notifySessionChange()
}

/** The server's SVG as an address for <img>, where it can run nothing. auth-js does not escape it. */
function asPicture(address: string): string {
  const svg = address.replace(/^data:image\/svg\+xml;utf-8,/, '')
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
}
