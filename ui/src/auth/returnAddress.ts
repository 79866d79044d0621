/** Why somebody comes back to this site from a mail or from another site. */
export type ReturnPurpose = 'signup' | 'email_change' | 'google' | 'facebook' | 'link'

/** Where mails and providers lead back to (AUT-22); *next* is a path of this site to go on to. */
export function returnAddress(purpose: ReturnPurpose, next?: string, signingUp = false): string {
  const address = new URL('/auth/callback', globalThis.location.origin)
  address.searchParams.set('for', purpose)
  if (next) address.searchParams.set('next', next)
  if (signingUp) address.searchParams.set('signup', 'yes')
  return address.href
}
