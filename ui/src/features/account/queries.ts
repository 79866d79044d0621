import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '@/api/authRefusal'
import { getAccount } from '@/api/ownAccount'
import { outage } from '@/components/account/outage'

/** In words that a panel can show: the refusals of account calls are no problem documents. */
async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const refusal = refusalOf(error)
    const { code, status } = refusal
    throw { code, status: status || 503, message: outage(refusal) ?? refusal.message }
  }
}

const account = queryOptions({
  queryKey: ['account'],
  queryFn: () => told(getAccount()),
})

export function useAccount() {
  return useQuery(account)
}

/** Asks for the account again, after something about it was changed. */
export function useAccountChanged(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: account.queryKey })
}
