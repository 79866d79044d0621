import { useEffect, useState } from 'react'

/** Whole seconds until *end* by the server's clock, 0 once it is over; null where there is no end. */
export function useSecondsLeft(end: string | null, clockAhead: number): number | null {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (end === null) return
    const look = () => setNow(Date.now())
    const timer = setInterval(look, 250)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [end])
  if (end === null) return null
  return Math.max(0, Math.ceil((Date.parse(end) - (now - clockAhead)) / 1_000))
}
