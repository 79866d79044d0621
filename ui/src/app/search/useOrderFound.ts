import { useQuery } from '@tanstack/react-query'
import { listOrdersOptions } from '@/api/generated/@tanstack/react-query.gen'
import { useSession } from '@/auth/session'

/** Public numbers have five digits at least. */
const NUMBER = /^\s*#?(\d{5,9})\s*$/

/**
 * What typing an order's number finds: nothing where something else is typed or nobody is signed in, and no
 * order where the person has none of this number.
 */
export function useOrderFound(typed: string) {
  const { user } = useSession()
  const number = Number(NUMBER.exec(typed)?.[1] ?? 0)
  const role = user?.userType === 'driver' ? 'driver' : 'customer'
  const query = useQuery({
    ...listOrdersOptions({ query: { number, role, limit: 1 } }),
    enabled: user !== null && number >= 10_000,
    select: ({ items }) => items[0] ?? null,
  })
  return { ...query, isAsked: user !== null && number >= 10_000, user }
}
