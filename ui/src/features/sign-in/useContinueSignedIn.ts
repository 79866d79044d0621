import { type HistoryState, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '@/auth/session'
import { DASHBOARD_PATHS, safeNext } from '@/shared/session/next'

/**
 * Leads on from a page for signing in as soon as somebody is signed in: to *next*, else to the
 * dashboard of their kind (AUT-23). It replaces the page in the history, and *state* goes with it.
 */
export function useContinueSignedIn(next: string | undefined, state?: HistoryState) {
  const { user } = useSession()
  const router = useRouter()
  const target = user && (safeNext(next) ?? DASHBOARD_PATHS[user.userType])
  const latestState = useRef(state)
  latestState.current = state
  useEffect(() => {
    if (target) router.history.replace(target, latestState.current)
  }, [router, target])
}
