import { useQueries } from '@tanstack/react-query'
import { fareOptions } from '@/shared/fare/queries'
import type { Draft } from './draft/draft'
import { conditionsOf, tripOf } from './trip'

/** What an extra helper adds to this trip before tax, whoever drives it; null while it is not known. */
export function useHelperPrice(priced: Draft['priced'], draft: Draft): number | null {
  const options = priced && [
    fareOptions({ ...tripOf(priced.quote, draft), helpers: 1 }, conditionsOf(priced.quote)),
  ]
  const [fare] = useQueries({ queries: options ?? [] })
  return fare?.data?.helper_fee_cents ?? null
}
