import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { cleared } from './queryClient'
import {
  type SessionState,
  sessionState,
  signIn,
  signOut,
  signUp,
  subscribeToSession,
} from './sessionStore'

const NOBODY: SessionState = { status: 'signed-out', user: null }

/** Who is signed in, the same in every tab, and how to change it. */
export function useSession() {
  const state = useSyncExternalStore(subscribeToSession, sessionState, () => NOBODY)
  return { ...state, signIn, signUp, signOut }
}

/** Sees to it that nothing fetched for one person is ever shown to another. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { user } = useSession()
  const previous = useRef(user?.id)
  useEffect(() => {
    const left = previous.current
    previous.current = user?.id
    if (left !== undefined && left !== user?.id) cleared(queries)
  }, [queries, user?.id])
  return children
}
