import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changeCommunicationPreferences } from '@/api/generated/sdk.gen'
import { isWorthRetrying } from '@/api/problem'
import { preferencesOptions } from './queries'
import { clearPendingConsent, pendingConsent, storePendingConsent } from './smsConsent'

/** Tells the server what somebody agreed to when they registered, once they are signed in. */
export function useSendPendingConsent(userId: string): void {
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each person is asked once.
  useEffect(() => {
    const pending = pendingConsent()
    if (!pending) return
    // The header stands on the page twice, once in the menu of small screens.
    clearPendingConsent()
    const body = { sms_consent: true, consent_text_version: pending.textVersion }
    changeCommunicationPreferences({ body, throwOnError: true })
      .then(({ data }) => queries.setQueryData(preferencesOptions().queryKey, data))
      .catch((error) => {
        // Other words by now, or a number that gets no texts: then there is no consent.
        if (isWorthRetrying(error)) storePendingConsent(pending)
      })
  }, [userId, queries])
}
