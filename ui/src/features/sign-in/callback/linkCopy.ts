import { OTHER_BROWSER } from '@/auth/authLink'
import type { AuthRefusal } from '@/auth/authRefusal'
import { outage } from '@/shared/account/outage'
import { socialFailure } from '@/shared/account/providers'
import { REGISTRATION_FAILED } from '../messages'

type LinkCopy = {
  /** Said once somebody is in. */
  greeting?: string
  /** Said where the link was no good. */
  failure: string
  /** Said where it was good, and another browser had asked for it. */
  elsewhere: string
}

const SIGN_IN_HERE = 'The link was opened in another browser than the one that asked for it.'

/** What the links of our own mails and providers are for, by the word that they carry. */
export const LINK_COPY: Record<string, LinkCopy> = {
  signup: {
    greeting: 'Your email address is confirmed. Welcome to haulage!',
    failure:
      'This confirmation link has expired or was used before. Sign in, and we send you another if it is needed.',
    elsewhere: `${SIGN_IN_HERE} You can sign in now.`,
  },
  email_change: {
    greeting: 'Your email address was changed.',
    failure:
      'This link has expired or was used before. Ask for the change once more in your account.',
    elsewhere: `${SIGN_IN_HERE} Your address was changed: sign in with the new one.`,
  },
  google: { failure: socialFailure('google'), elsewhere: socialFailure('google') },
  facebook: { failure: socialFailure('facebook'), elsewhere: socialFailure('facebook') },
  unplaced: {
    failure: 'Sign-in failed. Please try again or use email/password.',
    elsewhere: 'Sign-in failed. Please try again or use email/password.',
  },
  strayed: {
    failure: 'This link has expired or was used before. Sign in, or ask for another one.',
    elsewhere: `${SIGN_IN_HERE} If it was to confirm your address, that is done: you can sign in now.`,
  },
  link: {
    greeting: 'The account was linked.',
    failure: 'The account could not be linked. Please try again.',
    elsewhere: 'The account could not be linked. Please try again.',
  },
}

/** What failed; a sign-up by a provider in the words of whoever refused it (AUT-19). */
export function linkErrorText(purpose: string, refusal: AuthRefusal, signingUp = false): string {
  const words = LINK_COPY[purpose]
  if (!words) return refusal.message
  if (refusal.code === OTHER_BROWSER) return words.elsewhere
  if (signingUp) return outage(refusal) ?? (refusal.message || REGISTRATION_FAILED)
  return outage(refusal) ?? words.failure
}

/** What the server says beside it about a provider's account; a link's own sentence says it all. */
export function returnReason(purpose: string, { code, message }: AuthRefusal): string | undefined {
  const isOfProvider = purpose === 'google' || purpose === 'facebook' || purpose === 'link'
  return isOfProvider && code !== OTHER_BROWSER && message ? message : undefined
}

/** What a provider answers itself (RFC 6749, 4.1.2.1); a mailed link has a code of GoTrue's beside it. */
const PROVIDER_ERRORS = new Set([
  'invalid_request',
  'unauthorized_client',
  'access_denied',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
])

/**
 * A return that even the server could not place: it began too long ago, or in another browser, or the
 * provider said no to what nobody here knows of.
 */
export function isUnplaced({ code }: AuthRefusal, purpose: string): boolean {
  const isOfNothing = purpose === '' || purpose === 'strayed'
  return code === 'bad_oauth_state' || (isOfNothing && PROVIDER_ERRORS.has(code))
}
