import { useEffect, useState } from 'react'

/** The device's clock, looked at every so many milliseconds while the page is seen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
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
