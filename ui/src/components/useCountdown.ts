import { useCallback, useEffect, useState } from 'react'
import { useNow } from './useNow'

/** Whole seconds left, counted from the clock so that a sleeping tab wakes up right. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [{ seconds, end }, setRun] = useState(OVER)
  const now = useNow(end === 0 ? null : 250)
  // Until it is read again the clock may still show the time before the start.
  const left = Math.min(seconds, Math.max(0, Math.ceil((end - now) / 1000)))
  useEffect(() => {
    if (left === 0) setRun(OVER)
  }, [left])
  const start = useCallback(
    (seconds: number) => setRun({ seconds, end: Date.now() + seconds * 1000 }),
    [],
  )
  return [left, start]
}

const OVER = { seconds: 0, end: 0 }
