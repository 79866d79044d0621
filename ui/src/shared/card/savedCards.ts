import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listCardsOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { SavedCardOut } from '@/api/generated/types.gen'
import { useSession } from '@/auth/session'

export type SavedCard = SavedCardOut

const MINUTES = 60_000

/** One's own saved cards, the default first; none for a visitor. */
export function useSavedCards() {
  const { user } = useSession()
  return useQuery({
    ...listCardsOptions(),
    select: ({ items }) => items,
    enabled: user !== null,
    staleTime: 5 * MINUTES,
  })
}

/** Asks for them again, after one was saved, removed or made the default. */
export function useCardsChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: listCardsOptions().queryKey })
}

/** `12/34`, as it stands on the card. */
export function expiryWords({ expiry_month, expiry_year }: SavedCard): string {
  const two = (value: number) => String(value % 100).padStart(2, '0')
  return `${two(expiry_month)}/${two(expiry_year)}`
}
