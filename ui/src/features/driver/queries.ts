import { useQuery } from '@tanstack/react-query'
import {
  getOwnDriverOptions,
  getOwnFiguresOptions,
  listOwnJobsOptions,
} from '@/api/generated/@tanstack/react-query.gen'
import type { DriverOut } from '@/api/generated/types.gen'

/** Jobs come and go while somebody waits for one. */
const JOBS_AGAIN_MS = 10_000
/** Shares become earnings and tips come in by themselves. */
const FIGURES_AGAIN_MS = 30_000

/** The signed-in driver's profile, with whether they are online; until it comes, as it was *known*. */
export function useProfile(known?: DriverOut) {
  return useQuery({
    ...getOwnDriverOptions(),
    refetchInterval: FIGURES_AGAIN_MS,
    ...(known && { initialData: known, initialDataUpdatedAt: 0 }),
  })
}

export function useFigures() {
  return useQuery({ ...getOwnFiguresOptions(), refetchInterval: FIGURES_AGAIN_MS })
}

/** What can be taken and what is in hand. */
export function useJobs() {
  return useQuery({ ...listOwnJobsOptions(), staleTime: 0, refetchInterval: JOBS_AGAIN_MS })
}
