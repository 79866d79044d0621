import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getOwnApplicationQueryKey,
  getOwnScreeningOptions,
  getOwnScreeningQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { agreeToScreening, disputeScreening, openOwnScreeningLetter } from '@/api/generated/sdk.gen'
import type { OwnScreeningOut } from '@/api/generated/types.gen'
import { saveAsFile } from '@/components/saveAsFile'

/** How often somebody who waits is shown the latest (ONB-43). */
export const REFRESH_MS = 10_000

/** One's own background check; it is asked for again while its page is open. */
export function useOwnScreening() {
  return useQuery({ ...getOwnScreeningOptions(), retry: false, refetchInterval: REFRESH_MS })
}

/** Agrees to the disclosure of this version. */
export function useConsent() {
  return useOwnStep((body: { version: string; signature: string }) =>
    agreeToScreening({ body, throwOnError: true }),
  )
}

/** Disputes the report. */
export function useDispute() {
  return useOwnStep((reason: string) => disputeScreening({ body: { reason }, throwOnError: true }))
}

function useOwnStep<Body>(send: (body: Body) => Promise<{ data: OwnScreeningOut }>) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (body: Body) => (await send(body)).data,
    onSuccess: (own) => {
      queries.setQueryData(getOwnScreeningQueryKey(), own)
      void queries.invalidateQueries({ queryKey: getOwnApplicationQueryKey() })
    },
  })
}

/** Saves a letter as a PDF. Opening a notice counts as its delivery, so that the page is asked for again. */
export function useLetter() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) => {
      const { data } = await openOwnScreeningLetter({
        path: { letter_id: id },
        parseAs: 'blob',
        throwOnError: true,
      })
      saveAsFile(`${name}.pdf`, data as unknown as Blob)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: getOwnScreeningQueryKey() }),
  })
}
