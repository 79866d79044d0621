import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  contestDrivingEventMutation,
  getDrivingEventOptions,
  getDrivingEventQueryKey,
  getOwnDrivingReportOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { Period } from './search'

/** Readings come in while somebody drives; a report is looked at again this often. */
const LOOK_AGAIN_MS = 30_000

/** The report of a period that ends with *until*, today where it is absent. */
export function useReport(period: Period, until: string | undefined) {
  return useQuery({
    ...getOwnDrivingReportOptions({ query: { period, date: until } }),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
  })
}

/** One event with its trace. */
export function useTracedEvent(eventId: string) {
  return useQuery(getDrivingEventOptions({ path: { event_id: eventId } }))
}

/** Contests an event, and looks at everything that shows it again. */
export function useContest(eventId: string) {
  const queries = useQueryClient()
  return useMutation({
    ...contestDrivingEventMutation(),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({
          queryKey: getDrivingEventQueryKey({ path: { event_id: eventId } }),
        }),
        queries.invalidateQueries({
          predicate: ({ queryKey }) =>
            (queryKey[0] as { _id?: string })?._id === 'getOwnDrivingReport',
        }),
      ]),
  })
}
