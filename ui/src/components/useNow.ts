import { useEffect, useState } from 'react'
import { whileVisible } from './whileVisible'

/** The device's clock, read every so many milliseconds while the page is seen; null reads it once. */
export function useNow(everyMs: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (everyMs === null) return
    return whileVisible(everyMs, () => setNow(Date.now()))
  }, [everyMs])
  return now
}
