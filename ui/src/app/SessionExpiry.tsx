import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onSessionExpired } from '@/api/sessionStore'
import { safeNext } from '@/components/session/next'
import { toast } from '@/components/toast'

/** When the server has ended a session, leads to the sign-in and from there back to this page. */
export function SessionExpiry() {
  const router = useRouter()
  useEffect(
    () =>
      onSessionExpired(() => {
        const next = safeNext(router.state.location.href)
        // Without a way back this is a page for signing in already.
        if (!next) return
        toast.info('Your session has ended. Please sign in again.', { id: 'session-expired' })
        void router.navigate({ to: '/login', search: { next } })
      }),
    [router],
  )
  return null
}
