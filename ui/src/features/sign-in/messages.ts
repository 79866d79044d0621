import { besideField } from '@/api/problem'
import type { AuthRefusal } from '@/auth/authRefusal'
import { isTooMany, outage, secondsToWait } from '@/shared/account/outage'

/** Where nobody said why (AUT-19). */
export const REGISTRATION_FAILED = 'Registration failed'

const ALREADY_REGISTERED = 'An account with this email already exists. Please sign in instead.'

export type Field = 'name' | 'email' | 'phone' | 'password'

/** What a form shows: a sentence, the field it belongs to if any, and how long to wait. */
export type FieldErrors = {
  sentence: string
  field?: Field
  waitSeconds?: number
  /** The password was right: only the address is still to be confirmed. */
  isUnconfirmed?: boolean
}

export function alreadyRegistered(): FieldErrors {
  return { sentence: ALREADY_REGISTERED }
}

/** The sentences of the sign-in screen (AUT-20). */
export function signInError(refusal: AuthRefusal): FieldErrors {
  const { message, code, status, waitSeconds } = refusal
  if (message.includes('Invalid login credentials')) {
    return {
      sentence: 'Invalid email or password. Please check your credentials and try again.',
    }
  }
  if (message.includes('Email not confirmed') || code === 'email_not_confirmed') {
    return {
      sentence: 'Please check your email and click the confirmation link before signing in.',
      isUnconfirmed: true,
    }
  }
  if (code === 'user_banned') {
    return {
      sentence: 'This account is suspended. The mail that we sent to you says why and what to do.',
    }
  }
  if (message.includes('Too many requests') || status === 429) {
    return {
      sentence: 'Too many login attempts. Please wait a few minutes before trying again.',
      waitSeconds,
    }
  }
  return { sentence: outage(refusal) ?? (message || 'Sign-in failed') }
}

/** The sentences of the registration screen (AUT-11 to AUT-19). */
export function registrationError(refusal: AuthRefusal): FieldErrors {
  const { message, code } = refusal
  if (isDuplicate(refusal)) return alreadyRegistered()
  if (isTooMany(refusal)) {
    const seconds = secondsToWait(refusal)
    return { sentence: tooManyRegistrations(seconds), waitSeconds: seconds }
  }
  if (message.includes('Invalid email')) {
    return { sentence: 'Please enter a valid email address.', field: 'email' }
  }
  if (message.includes('Password should be at least')) {
    return { sentence: 'Password must be at least 6 characters long.', field: 'password' }
  }
  // Long enough, and one of those that everybody tries first.
  if (code === 'weak_password' && message) return { sentence: message, field: 'password' }
  const field = named(message)
  return { sentence: outage(refusal) ?? (besideField(message) || REGISTRATION_FAILED), field }
}

/** The sentence above the countdown. It is read out once, so it keeps the seconds it began with. */
function tooManyRegistrations(seconds: number): string {
  return `Too many registration attempts. Please wait ${seconds} seconds before trying again.`
}

function isDuplicate({ message, code }: AuthRefusal): boolean {
  return (
    code === 'user_already_exists' ||
    code === 'email_exists' ||
    code === '23505' ||
    message.includes('users_email_key') ||
    message.includes('User already registered') ||
    message.includes('An account with this email already exists')
  )
}

/** The server begins its refusal of a value with the name of the field. */
function named(message: string): Field | undefined {
  const field = /^(name|email|phone|password)\b/.exec(message)?.[1]
  return field as Field | undefined
}
