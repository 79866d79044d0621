import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import {
  type SessionState,
  sessionState,
  signIn,
  signOut,
  signUp,
  subscribeToSession,
} from './sessionStore'
import { watchSession } from './sessionWatch'

let inStill: SessionState = { status: 'signed-out', user: null }

/** Whose session the still pages are drawn with, which are made before anybody opens them. */
export function drawStillFor(state: SessionState): void {
  inStill = state
}

/** Who is signed in, the same in every tab, and how to change it. */
export function useSession() {
  const state = useSyncExternalStore(subscribeToSession, sessionState, () => inStill)
  return { ...state, signIn, signUp, signOut }
}

/** Sees to it that nothing fetched for one person is ever shown to another. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const { user, status } = useSession()
  const previous = useRef(user?.id)
  useEffect(() => {
    const left = previous.current
    previous.current = user?.id
    if (left !== undefined && left !== user?.id) clearPersonalQueries(queries)
  }, [queries, user?.id])
  // Nobody has a session that could be ended elsewhere until somebody signs in.
  useEffect(() => {
    if (status !== 'signed-out') watchSession()
  }, [status])
  return children
}

/** Drops what was fetched for somebody; queries marked `meta: { forAnybody: true }` stay. */
function clearPersonalQueries(queries: QueryClient): void {
  const personal = { predicate: (query: { meta?: object }) => !isForAnybody(query.meta) }
  queries.removeQueries({ ...personal, type: 'inactive' })
  void queries.resetQueries(personal)
  queries.getMutationCache().clear()
}

function isForAnybody(meta: object | undefined): boolean {
  return meta !== undefined && 'forAnybody' in meta && meta.forAnybody === true
}
