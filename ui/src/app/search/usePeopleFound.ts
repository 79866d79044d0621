import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { listPeopleOptions } from '@/api/generated/@tanstack/react-query.gen'
import { useSession } from '@/auth/session'

const TYPING_PAUSE_MS = 250
const FEWEST_LETTERS = 2
const SHOWN = 5

/** People whom an administrator finds by the beginning of a name, mail address or phone number. */
export function usePeopleFound(typed: string) {
  const { user } = useSession()
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS)
  const { data } = useQuery({
    ...listPeopleOptions({ query: { search, limit: SHOWN } }),
    enabled:
      user?.userType === 'admin' && search.length >= FEWEST_LETTERS && !search.startsWith('#'),
    select: ({ items }) => items,
  })
  return search === typed.trim() ? (data ?? []) : []
}
