import { useEffect, useState } from 'react'

/** About as long as a thumb needs that was on its way when something moved. */
const SETTLING_MS = 600

/**
 * True for a moment after *places* has become another: a press then was meant for what stood there before,
 * so that what has just come or moved takes none yet. Undefined is a screen that is still loading.
 */
export function useSettling(places: string | undefined): boolean {
  const [known, setKnown] = useState(places)
  const [moves, setMoves] = useState(0)
  const [settled, setSettled] = useState(0)
  if (places !== known) {
    setKnown(places)
    if (known !== undefined) setMoves(moves + 1)
  }
  useEffect(() => {
    const timer = setTimeout(() => setSettled(moves), SETTLING_MS)
    return () => clearTimeout(timer)
  }, [moves])
  return moves !== settled
}
