import { type HistoryState, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '@/auth/session'
import { LANDING, safeNext } from '@/shared/session/next'

/**
 * Leads on from a page for signing in as soon as somebody is signed in: to *next*, else to the
 * dashboard of their kind (AUT-23). It replaces the page in the history, and *state* goes with it.
 */
export function useOnwards(next: string | undefined, state?: HistoryState) {
  const { user } = useSession()
  const router = useRouter()
  const target = user && (safeNext(next) ?? LANDING[user.userType])
  const told = useRef(state)
  told.current = state
  useEffect(() => {
    if (target) router.history.replace(target, told.current)
  }, [router, target])
}
