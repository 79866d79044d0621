import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  answerTrainingQuestion,
  beginTrainingAttempt,
  gradeTrainingAttempt,
} from '@/api/generated/sdk.gen'
import type { TrainingAttemptOut } from '@/api/generated/types.gen'
import { useKnownModule } from './useTraining'

/** The open attempt at a module's questions, which goes on on any device, until it is graded. */
export function useAttempt(moduleId: string) {
  const queries = useQueryClient()
  const know = useKnownModule()
  const path = { module_id: moduleId }
  const queryKey = ['training-attempt', moduleId]
  const take = (attempt: TrainingAttemptOut) => {
    queries.setQueryData(queryKey, attempt)
    know(attempt.module)
  }
  const query = useQuery({
    queryKey,
    queryFn: async () => (await beginTrainingAttempt({ path, throwOnError: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const answer = useMutation({
    mutationFn: async (body: { question_id: string; option: number }) =>
      (await answerTrainingQuestion({ path, body, throwOnError: true })).data,
    onSuccess: take,
  })
  const grade = useMutation({
    mutationFn: async () => (await gradeTrainingAttempt({ path, throwOnError: true })).data,
    onSuccess: take,
  })
  return { query, answer, grade, again: () => void query.refetch() }
}
