import { queryOptions } from '@tanstack/react-query'
import { getServiceArea } from '@/api/generated/sdk.gen'
import { answerOf } from './tooManyRequests'

const HOUR = 3_600_000

/** Where trips may begin and end; its name completes "We serve ... for now.". */
export function serviceAreaOptions() {
  return queryOptions({
    queryKey: ['places', 'service area'],
    queryFn: ({ signal }) => answerOf(getServiceArea({ signal })),
    staleTime: HOUR,
    meta: { forAnybody: true },
  })
}
