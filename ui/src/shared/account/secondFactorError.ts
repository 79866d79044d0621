import type { AuthRefusal } from '@/auth/authRefusal'
import { isTooMany } from './outage'

const TOO_MANY = 'Too many login attempts. Please wait a few minutes before trying again.'

/** Why a code of a second factor was not taken. */
export function secondFactorError(refusal: AuthRefusal): string | undefined {
  if (isTooMany(refusal)) return TOO_MANY
  if (refusal.code === 'mfa_verification_failed') {
    return 'This code is not right. Enter the newest one that your application shows.'
  }
  if (refusal.code === 'mfa_challenge_expired') return 'That took too long. Please try again.'
  return undefined
}
