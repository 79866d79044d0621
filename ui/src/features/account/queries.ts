import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { getAccount } from '@/auth/ownAccount'
import { withReadableError } from './responses'

const account = queryOptions({
  queryKey: ['account', 'user'],
  queryFn: () => withReadableError(getAccount()),
})

export function useAccount() {
  return useQuery(account)
}

/** Asks for the account again, after something about it was changed. */
export function useAccountChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: account.queryKey })
}
