import type { User } from '@supabase/auth-js'

/** Where auth-js keeps the session in the browser's local storage. */
export const SESSION_KEY = 'haulage.session'

/** What a driver has in hand, for a reload without a connection; it goes with the session. */
export const ACTIVE_DELIVERIES_KEY = 'haulage.in-hand'

/** Begins the names of what somebody has begun to write; it goes when they sign out. */
export const DRAFT_KEY_PREFIX = 'haulage-thread '

export type UserType = 'customer' | 'driver' | 'admin'

/** The signed-in person. `id` is the marketplace's user id, which orders name as customer_id. */
export type SessionUser = {
  id: string
  email: string
  name: string
  phone: string
  userType: UserType
  /** The zone in which they read times, where the server says one. */
  timeZone?: string
}

/** The session as auth-js keeps it; only what is read here. */
export type StoredSession = {
  access_token: string
  refresh_token: string
  /** Seconds since 1970. */
  expires_at: number
  user: User
}

export function storedText(): string | null {
  // There is no storage where home is rendered ahead, and none in a browser that forbids it.
  if (typeof window === 'undefined') return null
  try {
    return window.localStorage.getItem(SESSION_KEY)
  } catch {
    return null
  }
}

/** Null for what no version of auth-js would have kept. */
export function parsedSession(text: string | null): StoredSession | null {
  if (!text) return null
  try {
    const session = JSON.parse(text) as Partial<StoredSession>
    return session.access_token && session.user ? (session as StoredSession) : null
  } catch {
    return null
  }
}

/** Whether the account has a second factor that this session has not given. */
export function lacksSecondFactor({ access_token, user }: StoredSession): boolean {
  const hasOne = user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasOne && assuranceOf(access_token) !== 'aal2'
}

/** The level that an access token claims; the server, which issued it, holds everybody to it. */
function assuranceOf(token: string): unknown {
  return claimsOf(token).aal
}

/** What an access token says. Nothing is checked here: the server does that when it is used. */
export function claimsOf(token: string): { aal?: unknown; sub?: unknown; email?: unknown } {
  try {
    const claims = token.split('.')[1] ?? ''
    return Object(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return {}
  }
}

export function personOf({ id, email, app_metadata, user_metadata }: User): SessionUser {
  return {
    id: text(app_metadata.user_id) || id,
    email: email ?? '',
    name: text(user_metadata.name),
    phone: text(user_metadata.phone),
    userType: userTypeOf(app_metadata.user_type),
    timeZone: text(app_metadata.timezone) || undefined,
  }
}

/** The platform's own word counts, never the metadata that people write about themselves. */
function userTypeOf(claimed: unknown): UserType {
  return claimed === 'driver' || claimed === 'admin' ? claimed : 'customer'
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
