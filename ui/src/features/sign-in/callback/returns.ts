import { OTHER_BROWSER } from '@/api/arrival'
import type { AuthRefusal } from '@/api/authRefusal'
import { outage } from '@/components/account/outage'

type Return = {
  /** Said once somebody is in. */
  greeting?: string
  /** Said where the link was no good. */
  failure: string
  /** Said where it was good, and another browser had asked for it. */
  elsewhere: string
}

const SIGN_IN_HERE = 'The link was opened in another browser than the one that asked for it.'

/** What the links of our own mails and providers are for, by the word that they carry. */
export const RETURNS: Record<string, Return> = {
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
  google: {
    failure: 'Google sign-in failed. Please try again or use email/password.',
    elsewhere: 'Google sign-in failed. Please try again or use email/password.',
  },
  facebook: {
    failure: 'Facebook sign-in failed. Please try again or use email/password.',
    elsewhere: 'Facebook sign-in failed. Please try again or use email/password.',
  },
  link: {
    greeting: 'The account was linked.',
    failure: 'The account could not be linked. Please try again.',
    elsewhere: 'The account could not be linked. Please try again.',
  },
}

export function returnComplaint(purpose: string, refusal: AuthRefusal): string {
  const words = RETURNS[purpose]
  if (!words) return refusal.message
  if (refusal.code === OTHER_BROWSER) return words.elsewhere
  return outage(refusal) ?? words.failure
}
