import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beginApplicationReview, getNextApplication } from '@/api/generated/sdk.gen'
import type { ReviewedApplicationOut } from '@/api/generated/types.gen'
import { toast } from '@/components/toast'
import { DECISIONS, type Decided } from './decisions'

/** What a reviewer does about an application. What somebody else changed meanwhile is refused, and shown. */
export function useDeciding(
  application: ReviewedApplicationOut,
  go: { onClose: () => void; onNext: (applicationId: string) => void },
) {
  const [doing, setDoing] = useState<Decided | null>(null)
  const queries = useQueryClient()
  const path = { application_id: application.id }
  const refresh = () => void queries.invalidateQueries()
  const begin = useMutation({
    mutationFn: () => beginApplicationReview({ path, throwOnError: true }),
    onSettled: refresh,
  })
  const decide = useMutation({
    mutationFn: async (reason: string) => {
      if (doing === null) return
      const body = { reason, version: application.version }
      await DECISIONS[doing].call({ path, body, throwOnError: true })
    },
    onSuccess: () => {
      if (doing) toast.success(DECISIONS[doing].done, { id: 'application' })
      setDoing(null)
      // It is a draft again, which is its applicant's alone.
      if (doing === 'ask') go.onClose()
    },
    onSettled: refresh,
  })
  const next = useMutation({
    mutationFn: async () => (await getNextApplication({ path, throwOnError: true })).data.id,
    onSuccess: (id) => {
      if (id) go.onNext(id)
      else toast.success('Nothing else waits for a decision.', { id: 'application' })
    },
  })
  return { doing, setDoing, begin, decide, next }
}
