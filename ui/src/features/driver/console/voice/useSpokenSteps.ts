import { useCallback, useEffect, useState } from 'react'
import type { Trouble } from '../../outbox/action'

/**
 * Remembers which steps were spoken, and calls *onRefused* once any of them came to nothing: whoever
 * heard that it was done must hear that it was not. A question that is being asked comes first.
 */
export function useSpokenSteps(
  troubles: readonly Pick<Trouble, 'client_id'>[],
  isAsking: boolean,
  onRefused: () => void,
): (step: Promise<string>) => void {
  const [spoken, setSpoken] = useState<readonly string[]>([])
  useEffect(() => {
    const refused = new Set(troubles.map(({ client_id }) => client_id))
    if (isAsking || !spoken.some((id) => refused.has(id))) return
    setSpoken(spoken.filter((id) => !refused.has(id)))
    onRefused()
  }, [spoken, troubles, isAsking, onRefused])
  return useCallback((step) => {
    // The refusal may be here first: what is written down late is looked up like all else.
    void step.then((id) => setSpoken((before) => [...before, id]))
  }, [])
}
