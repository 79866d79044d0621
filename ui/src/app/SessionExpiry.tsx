import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type ExpiryReason, onSessionExpired } from '@/api/sessionStore'
import { safeNext } from '@/components/session/next'
import { toast } from '@/components/toast'

const SENTENCES: Record<ExpiryReason, string> = {
  ended: 'Your session has ended. Please sign in again.',
  'second-factor': 'Please enter the code of your second factor to go on.',
}

/** When the server no longer takes a session, leads to the sign-in and from there back to this page. */
export function SessionExpiry() {
  const router = useRouter()
  useEffect(
    () =>
      onSessionExpired((reason) => {
        const next = safeNext(router.state.location.href)
        // Without a way back this is a page for signing in already.
        if (!next) return
        toast.info(SENTENCES[reason], { id: 'session-expired' })
        void router.navigate({ to: '/login', search: { next } })
      }),
    [router],
  )
  return null
}
