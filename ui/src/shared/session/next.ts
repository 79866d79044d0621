import type { UserType } from '@/auth/storedSession'

/** Where somebody lands who asked for nothing else (AUT-23). */
export const DASHBOARD_PATHS = {
  customer: '/dashboard',
  driver: '/driver-dashboard',
  admin: '/admin',
} as const satisfies Record<UserType, string>

export type NextSearch = { next?: string }

/**
 * Reads `?next=`, where a person wanted to go before signing in. The key is always there: the
 * router would let the unchecked value through where it is missing.
 */
export function nextSearch(search: Record<string, unknown>): NextSearch {
  return { next: safeNext(search.next) }
}

export type RegisterSearch = NextSearch & { role?: 'customer' | 'driver' }

/** Reads `?role=` as well, what somebody came to sign up as; who came for the application drives. */
export function registerSearch(search: Record<string, unknown>): RegisterSearch {
  const { role } = search
  return {
    ...nextSearch(search),
    role: role === 'driver' || role === 'customer' ? role : undefined,
  }
}

const PAGES_TO_SIGN_IN = ['/login', '/register']

/**
 * The address as a path of this site, or undefined. Browsers read `//host` and `/\host` as other
 * sites, and drop line breaks and tabs first, so the browser's own reading decides.
 */
export function safeNext(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const here = globalThis.location?.origin ?? 'http://localhost'
  if (!URL.canParse(value, here)) return undefined
  const { origin, pathname, search, hash } = new URL(value, here)
  if (origin !== here || PAGES_TO_SIGN_IN.includes(pathname)) return undefined
  return pathname.startsWith('//') ? undefined : `${pathname}${search}${hash}`
}
