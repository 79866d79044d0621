import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  type AccountChange,
  type AuthLink,
  accountChangeOf,
  followAuthLink,
  type LinkOutcome,
  parseAuthLink,
} from '@/auth/authLink'
import { type AuthRefusal, refusalOf } from '@/auth/authRefusal'
import { isRecovering } from '@/auth/recovery'
import { safeNext } from '@/shared/session/next'

export type FollowedLink = {
  arrival: AuthLink
  /** The word that our own links carry; empty where a link came without. */
  purpose: string
  next: string | undefined
  /** Whether it began on the registration page. */
  signingUp: boolean
  outcome: LinkOutcome | null
  refusal: AuthRefusal | null
  /** What waits for an answer before the link is followed, and the answer. */
  change: AccountChange | null
  agree: () => void
}

/**
 * Follows the link that led to this page, once, and takes its secrets out of the address: they
 * should be in no history and in nothing that is copied.
 */
export function useFollowedLink(takes: 'recovery' | 'anything'): FollowedLink {
  const { history } = useRouter()
  const [{ search, hash, pathname }] = useState(() => history.location)
  const arrival = parseAuthLink({ search, hash })
  // Tokens that were issued for anything else set no password (AUT-27).
  const isOther =
    arrival.kind === 'tokens' ? arrival.type !== 'recovery' : arrival.kind === 'half-confirmed'
  const isRefused = takes === 'recovery' && isOther
  // Asked once: following the link changes who is signed in.
  const [change, setChange] = useState(() => (isRefused ? null : accountChangeOf(arrival)))
  const params = new URLSearchParams(search)
  useEffect(() => {
    if (arrival.kind !== 'nothing') history.replace(pathname)
  }, [history, pathname, arrival.kind])
  const { data, error } = useQuery({
    queryKey: ['followed-link', search, hash],
    queryFn: () => {
      // A reload finds the session that the link has opened.
      if (arrival.kind === 'nothing' && isRecovering()) return 'recovery' as const
      return followAuthLink(isRefused ? { kind: 'nothing' } : arrival)
    },
    enabled: change === null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    // Following changes who is signed in, which must not follow it once more.
    meta: { forAnybody: true },
  })
  return {
    arrival,
    purpose: params.get('for') ?? '',
    next: safeNext(params.get('next') ?? undefined),
    signingUp: params.get('signup') === 'yes',
    outcome: data ?? null,
    refusal: error ? refusalOf(error) : null,
    change,
    agree: () => setChange(null),
  }
}
