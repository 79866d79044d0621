import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { listPasskeys } from '@/auth/passkeys'
import { withReadableError } from '../responses'

const passkeys = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: () => withReadableError(listPasskeys()),
})

export function usePasskeys() {
  return useQuery(passkeys)
}

/** Asks for the passkeys again, after one was added, named or removed. */
export function usePasskeysChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: passkeys.queryKey })
}
