import { HttpResponse } from 'msw'
import type { SessionUser } from '@/auth/storedSession'
import { SESSION_KEY } from '@/auth/storedSession'

export const ANN: SessionUser = {
  id: 'user-ann',
  email: 'ann@example.com',
  name: 'Ann Example',
  phone: '+1 212 555 0100',
  userType: 'customer',
}

/** What auth-js keeps, and what the server answers to a sign-in. */
export function aSession(person: Partial<SessionUser> = {}, token = 'token-1') {
  const { id, email, name, phone, userType } = { ...ANN, ...person }
  return {
    access_token: token,
    refresh_token: `refresh-of-${token}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: {
      id: `auth-of-${id}`,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      app_metadata: { provider: 'email', user_id: id, user_type: userType },
      user_metadata: { name, phone },
      identities: [{ id: `auth-of-${id}`, provider: 'email' }],
      created_at: '2026-01-01T00:00:00Z',
    },
  }
}

/** A refusal in the form of GoTrue. */
export function authRefusal(status: number, code: string, msg: string, headers = {}) {
  return HttpResponse.json({ code: status, error_code: code, msg }, { status, headers })
}

/** As if this browser had signed in before the page was opened. */
export function signedInAs(person: Partial<SessionUser> = {}, token?: string) {
  localStorage.setItem(SESSION_KEY, JSON.stringify(aSession(person, token)))
}

type TokenClaims = { aal?: 'aal1' | 'aal2'; exp?: number; sub?: string; email?: string }

/** A token that can be read, and that nobody signed. */
export function aToken(claims: TokenClaims = {}): string {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const part = (claims: object) =>
    btoa(JSON.stringify(claims)).replace(/[+/=]/g, (c) => SAFE[c] ?? '')
  return `${part({ alg: 'ES256', typ: 'JWT' })}.${part({ exp, aal: 'aal1', ...claims })}.c2ln`
}
const SAFE: Record<string, string> = { '+': '-', '/': '_' }

/** A session of an account with a second factor, which was given or not. */
export function aSessionWithFactor(aal: 'aal1' | 'aal2', person: Partial<SessionUser> = {}) {
  const session = aSession(person, aToken({ aal }))
  return { ...session, user: { ...session.user, factors: [A_FACTOR] } }
}

export const A_FACTOR = {
  id: 'factor-1',
  friendly_name: 'My phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-03-01T00:00:00Z',
  updated_at: '2026-03-01T00:00:00Z',
}
