import { NO_SESSION, NOTHING_BROUGHT } from '@/auth/authLink'
import type { AuthRefusal } from '@/auth/authRefusal'
import { isTooMany } from '@/shared/account/outage'

export const PASSWORD_UPDATED =
  'Password updated successfully! Please sign in with your new password.'

export const INVALID_LINK = 'Invalid or expired reset link. Please request a new password reset.'
const UNVERIFIED_LINK = 'Unable to verify reset link. Please request a new password reset.'
const INVALID_SESSION = 'Invalid session. Please request a new password reset.'
const NOT_UPDATED = 'Failed to update password. Please try again or request a new reset link.'

/** Why a reset link opens no form (AUT-31). */
export function linkError({ code }: AuthRefusal): string {
  if (code === NO_SESSION) return INVALID_SESSION
  return EXPIRED.has(code) ? INVALID_LINK : UNVERIFIED_LINK
}

const EXPIRED = new Set([
  NOTHING_BROUGHT,
  'otp_expired',
  'access_denied',
  'flow_state_expired',
  'flow_state_not_found',
])

const SESSION_IS_OVER = new Set(['session_not_found', 'bad_jwt', 'no_authorization'])

/** Why a new password was not taken; the rules that it broke are told in their own words. */
export function updateError(refusal: AuthRefusal): string | undefined {
  const { code, message, status } = refusal
  if (code === 'weak_password' || code === 'same_password' || code === 'validation_failed') {
    return message
  }
  if (SESSION_IS_OVER.has(code) || message.includes('session missing')) return INVALID_SESSION
  if (isTooMany(refusal)) return message
  return status === 0 && globalThis.navigator?.onLine === false ? undefined : NOT_UPDATED
}
