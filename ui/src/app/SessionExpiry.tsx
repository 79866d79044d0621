import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useSession } from '@/auth/session'
import { type ExpiryReason, onSessionExpired, releasePage } from '@/auth/sessionStore'
import { toast } from '@/components/toast'
import { safeNext } from '@/shared/session/next'

const SENTENCES: Record<ExpiryReason, string> = {
  ended: 'Your session has ended. Please sign in again.',
  'second-factor': 'Please enter the code of your second factor to go on.',
}

const SignInAgain = lazy(async () => ({
  default: (await import('@/features/sign-in/SignInAgain')).SignInAgain,
}))

/**
 * When the server no longer takes a session, leads to the sign-in and from there back to this page;
 * where something was typed, asks for the sign-in on the page itself.
 */
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
  const session = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the page is what ends its being kept
  useEffect(() => releasePage, [pathname])
  if (session.status !== 'signed-in' || !session.ended) return null
  return (
    <Suspense fallback={null}>
      <SignInAgain wants={session.ended} />
    </Suspense>
  )
}
