import { useQuery } from '@tanstack/react-query'
import {
  getOwnDriverOptions,
  getOwnFiguresOptions,
  listOwnJobsOptions,
} from '@/api/generated/@tanstack/react-query.gen'

/** Jobs come and go while somebody waits for one. */
const JOBS_AGAIN_MS = 10_000
/** Shares become earnings and tips come in by themselves. */
const FIGURES_AGAIN_MS = 30_000

/** The signed-in driver's profile, with whether they are online. */
export function useProfile() {
  return useQuery({ ...getOwnDriverOptions(), refetchInterval: FIGURES_AGAIN_MS })
}

export function useFigures() {
  return useQuery({ ...getOwnFiguresOptions(), refetchInterval: FIGURES_AGAIN_MS })
}

/** What can be taken and what is in hand. */
export function useJobs() {
  return useQuery({ ...listOwnJobsOptions(), staleTime: 0, refetchInterval: JOBS_AGAIN_MS })
}
