import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getScreeningOptions,
  getScreeningQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { openScreeningLetter, refreshScreening, takeScreeningStep } from '@/api/generated/sdk.gen'
import type { ReviewedScreeningOut, ScreeningStepIn } from '@/api/generated/types.gen'
import { saveAsFile } from '@/components/saveAsFile'

/** The background check of an application, with what may be done next. */
export function useScreening(applicationId: string) {
  return useQuery(getScreeningOptions({ path: { application_id: applicationId } }))
}

/** Takes a step over the case that was looked at. */
export function useScreeningStep(applicationId: string) {
  return useChange(applicationId, async (body: ScreeningStepIn) => {
    const path = { application_id: applicationId }
    return (await takeScreeningStep({ path, body, throwOnError: true })).data
  })
}

/** Asks the provider how the check stands. */
export function useRefresh(applicationId: string) {
  return useChange(applicationId, async () => {
    const path = { application_id: applicationId }
    return (await refreshScreening({ path, throwOnError: true })).data
  })
}

function useChange<Body>(
  applicationId: string,
  send: (body: Body) => Promise<ReviewedScreeningOut>,
) {
  const queries = useQueryClient()
  const key = getScreeningQueryKey({ path: { application_id: applicationId } })
  return useMutation({
    mutationFn: send,
    onSuccess: (reviewed) => queries.setQueryData(key, reviewed),
    onSettled: () => queries.invalidateQueries(),
  })
}

/** Saves a letter, or the certificate, as a PDF. */
export function useReviewedLetter(applicationId: string) {
  return useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      const { data } = await openScreeningLetter({
        path: { application_id: applicationId, letter_id: id },
        parseAs: 'blob',
        throwOnError: true,
      })
      saveAsFile(`${name}.pdf`, data as unknown as Blob)
    },
  })
}
