import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  getOwnFiguresQueryKey,
  listOwnJobsQueryKey,
} from '@/api/generated/@tanstack/react-query.gen'
import { ProofBox } from './proofBox'

let current: ProofBox | undefined

/** The driver's proofs: one box a page, so that it goes on sending whichever screen is open. */
export function proofBoxOf(driverId: string): ProofBox {
  if (current?.driverId !== driverId) {
    current?.close()
    current = new ProofBox(driverId)
  }
  return current
}

/** For tests, whose pages begin anew in one process. */
export function resetProofBox(): void {
  current?.close()
  current = undefined
}

export function useProofBox(driverId: string) {
  const queries = useQueryClient()
  const box = useMemo(() => proofBoxOf(driverId), [driverId])
  const state = useSyncExternalStore(box.subscribe, box.snapshot)
  useEffect(
    () =>
      box.onTaken(() => {
        void queries.invalidateQueries({ queryKey: listOwnJobsQueryKey() })
        void queries.invalidateQueries({ queryKey: getOwnFiguresQueryKey() })
      }),
    [box, queries],
  )
  return { box, ...state }
}
