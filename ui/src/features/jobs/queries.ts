import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  countJobsOptions,
  listJobsInfiniteOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import { retryJob } from '@/api/generated/sdk.gen'
import type { JobOut, JobState } from '@/api/generated/types.gen'
import { sentenceOf } from '@/api/problem'
import { FIGURES_REFETCH_MS, refetchSoonWhile } from '@/api/refetchIntervals'
import { toast } from '@/components/toast'

const PAGE_SIZE = 20

/** What is done later and is in this state, newest first. */
export function useJobs(status: JobState) {
  return useInfiniteQuery({
    ...listJobsInfiniteOptions({ query: { limit: PAGE_SIZE, status } }),
    initialPageParam: { query: {} },
    getNextPageParam: (last) => (last.next ? { query: { cursor: last.next } } : undefined),
    select: (data): JobOut[] => data.pages.flatMap((page) => page.items),
    // What waits is done within seconds; what is over stays.
    refetchInterval: refetchSoonWhile((job: JobOut) => job.state === 'waiting'),
  })
}

export function useJobCounts() {
  return useQuery({ ...countJobsOptions(), refetchInterval: FIGURES_REFETCH_MS })
}

/** Has a job tried again from the beginning; one that is under way or done already is refused. */
export function useRetryJob() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (job: JobOut) => {
      await retryJob({ path: { job_id: job.id }, throwOnError: true })
    },
    onSuccess: () => toast.success('It will be tried again within seconds.', { id: 'job' }),
    onError: (error) => toast.error(`Retry failed: ${sentenceOf(error)}`, { id: 'job' }),
    onSettled: () => void queries.invalidateQueries(),
  })
}
