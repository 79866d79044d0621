import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** A slow answer, or a position that never comes, keeps nobody from the rest. */
const PATIENCE_MS = 1_000

const isFirstTime = ({ state }: Query) =>
  state.status === 'pending' && state.fetchStatus === 'fetching'

/**
 * Whether everything that a screen has asked for has come once. What depends on it stands above the
 * rest, such as a request, the job in hand and their map: one after the other they would push down
 * what somebody is about to press.
 */
export function useFirstLoad(isElseKnown: boolean): boolean {
  const queries = useQueryClient()
  const fetching = useIsFetching({ predicate: isFirstTime })
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // The count of the render before this knows nothing of what the parts below have just asked for.
    if (fetching === 0 && isElseKnown && queries.isFetching({ predicate: isFirstTime }) === 0) {
      setOver(true)
    }
  }, [fetching, isElseKnown, queries])
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}
