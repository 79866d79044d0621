// Somebody who registers agrees before there is an account to keep it; it is told with their first
// session in this browser, which may be minutes later, once their address is confirmed.
import { parsedSession, personOf, storedText } from '@/auth/storedSession'

const KEY = 'haulage-sms-consent'

/** Whose consent, and to which words. */
export type PendingConsent = { email: string; textVersion: string }

export function storePendingConsent(consent: PendingConsent): void {
  globalThis.localStorage.setItem(KEY, JSON.stringify(consent))
}

/** What whoever is signed in agreed to before they were; nobody else speaks for them. */
export function pendingConsent(): PendingConsent | null {
  const session = parsedSession(storedText())
  const text = globalThis.localStorage?.getItem(KEY)
  if (!text || !session) return null
  try {
    const consent = JSON.parse(text) as PendingConsent
    return consent.email.toLowerCase() === personOf(session.user).email.toLowerCase()
      ? consent
      : null
  } catch {
    return null
  }
}

export function clearPendingConsent(): void {
  globalThis.localStorage.removeItem(KEY)
}
