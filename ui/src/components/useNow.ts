import { useEffect, useState } from 'react'

/** The device's clock, read every so many milliseconds while the page is seen; null reads it once. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMs === null) return
    const look = () => {
      if (!document.hidden) setNow(Date.now())
    }
    const timer = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs])
  return now
}
