import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  getOwnApplicationQueryKey,
  getOwnOnboardingProgressQueryKey,
  getOwnTrainingOptions,
  getOwnTrainingQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { completeTraining, openCertificate } from '@/api/generated/sdk.gen'
import type { TrainingModuleOut, TrainingOut } from '@/api/generated/types.gen'
import { saveAsFile } from '@/components/saveAsFile'

export function useTraining() {
  return useQuery(getOwnTrainingOptions())
}

/** Takes over what the server says of one module; a completion moves the whole application on. */
export function useKnownModule() {
  const queries = useQueryClient()
  return useCallback(
    (module: TrainingModuleOut) => {
      queries.setQueryData<TrainingOut>(
        getOwnTrainingQueryKey(),
        (known) =>
          known && {
            ...known,
            modules: known.modules.map((each) => (each.id === module.id ? module : each)),
          },
      )
      if (module.progress?.status !== 'completed') return
      for (const queryKey of [
        getOwnTrainingQueryKey(),
        getOwnApplicationQueryKey(),
        getOwnOnboardingProgressQueryKey(),
      ]) {
        void queries.invalidateQueries({ queryKey })
      }
    },
    [queries],
  )
}

export function useComplete(moduleId: string, onDone: () => void) {
  const know = useKnownModule()
  return useMutation({
    mutationFn: async () =>
      (await completeTraining({ path: { module_id: moduleId }, throwOnError: true })).data,
    onSuccess: (module) => {
      know(module)
      onDone()
    },
  })
}

export async function downloadCertificate(module: TrainingModuleOut): Promise<void> {
  const { data } = await openCertificate({
    path: { code: module.progress?.certificate_code ?? '' },
    parseAs: 'blob',
    throwOnError: true,
  })
  saveAsFile(`certificate-${module.id}.pdf`, data as unknown as Blob)
}

export function isCompleted(module: TrainingModuleOut): boolean {
  return module.progress?.status === 'completed'
}
