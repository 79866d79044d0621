import { useCallback, useEffect, useState } from 'react'

/** Whole seconds left, counted from the clock so that a sleeping tab wakes up right. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (end === 0) return
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [end])
  useEffect(() => {
    if (left === 0) setEnd(0)
  }, [left])
  const start = useCallback((seconds: number) => {
    setLeft(seconds)
    setEnd(Date.now() + seconds * 1000)
  }, [])
  return [left, start]
}
