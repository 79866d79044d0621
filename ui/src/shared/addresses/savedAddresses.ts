import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listAddressesOptions } from '@/api/generated/@tanstack/react-query.gen'
import { useSession } from '@/auth/session'
import type { SavedAddress } from './savedLocation'

/** Names that most people need first. */
export const USUAL_NAMES = ['Home', 'Work'] as const

/** As the server bounds a name, in characters. */
export const LONGEST_NAME = 40

const NONE: SavedAddress[] = []
const MINUTES = 60_000

/** One's own saved addresses, Home and Work first; none for a visitor. */
export function useSavedAddresses(wanted = true) {
  const { user } = useSession()
  return useQuery({
    ...listAddressesOptions(),
    select: ({ items }) => items,
    enabled: wanted && user !== null,
    staleTime: 5 * MINUTES,
  })
}

/** The same where it is no matter whether they have come. */
export function useKnownAddresses(wanted = true): SavedAddress[] {
  const { user } = useSession()
  const { data } = useSavedAddresses(wanted)
  return user === null ? NONE : (data ?? NONE)
}

/** Asks for them again, after one has changed. */
export function useAddressesChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: listAddressesOptions().queryKey })
}
