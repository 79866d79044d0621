import type { CredentialKind, CredentialOut, CredentialStatus } from '@/api/generated/types.gen'
import { formatCents } from '@/components/Money'
import { dateOf, midnightOf } from '@/components/time'

export const CREDENTIAL_KINDS = {
  usdot: 'USDOT number',
  state_certificate: 'State certificate',
  insurance: 'Insurance',
} satisfies Record<CredentialKind, string>

export const CREDENTIAL_STATUSES = {
  recorded: 'Waiting to be checked',
  verified: 'Verified',
  rejected: 'Refused',
  replaced: 'Replaced',
  withdrawn: 'Withdrawn',
} satisfies Record<CredentialStatus, string>

/** What it is, such as "State certificate, NY". */
export function credentialName({ kind, state }: CredentialOut): string {
  return state ? `${CREDENTIAL_KINDS[kind]}, ${state}` : CREDENTIAL_KINDS[kind]
}

/** Number, insurer and cover, as far as the kind has them. */
export function credentialFacts(credential: CredentialOut): string {
  const { number, issuer, cover_cents } = credential
  return [number, issuer, cover_cents !== null && `covers ${formatCents(cover_cents)}`]
    .filter(Boolean)
    .join(' · ')
}

/** "Nov 24, 2026" of a day of the calendar. */
export function calendarDay(day: string): string {
  return dateOf(midnightOf(day))
}

/** Until when it holds; without a last day until it is revoked. */
export function lastDay(day: string | null): string {
  return day === null ? 'holds until it is revoked' : `through ${calendarDay(day)}`
}
