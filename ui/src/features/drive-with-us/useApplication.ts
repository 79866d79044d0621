import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getOwnApplicationOptions,
  getOwnApplicationQueryKey,
  getOwnDriverQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import {
  approveOwnApplicationAtOnce,
  beginApplication,
  restartApplication,
  submitApplication,
} from '@/api/generated/sdk.gen'
import type { ApplicationOut } from '@/api/generated/types.gen'

/** One's own application; null where none was begun. */
export function useApplication(isWanted: boolean) {
  return useQuery({
    ...getOwnApplicationOptions(),
    enabled: isWanted,
    retry: false,
    select: ({ application }) => application,
  })
}

/** Whether nothing is left to do for whoever applied, however far the parts had come. */
export function isDecided({ status }: ApplicationOut): boolean {
  return status === 'approved' || status === 'rejected'
}

const CALLS = {
  begin: beginApplication,
  restart: restartApplication,
  submit: submitApplication,
  approveAtOnce: approveOwnApplicationAtOnce,
} as const

/** Begins, restarts, submits or in test mode approves the application; what it answers is the application from then on. */
export function useApplicationStep(
  step: keyof typeof CALLS,
  onDone?: (application: ApplicationOut) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => (await CALLS[step]({ throwOnError: true })).data,
    onSuccess: (application) => {
      queries.setQueryData(getOwnApplicationQueryKey(), { application })
      void queries.invalidateQueries({ queryKey: getOwnDriverQueryKey() })
      onDone?.(application)
    },
  })
}
