import { type RefObject, useEffect, useState } from 'react'

/** Whether somebody has it before them: it is on the screen, of a page that is looked at. */
export function useIsSeen(target: RefObject<Element | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(() => !('IntersectionObserver' in globalThis))
  const [isLookedAt, setLookedAt] = useState(() => !document.hidden)
  useEffect(() => {
    const { current } = target
    if (!current || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver(([entry]) =>
      setOnScreen(entry?.isIntersecting ?? false),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [target])
  useEffect(() => {
    const look = () => setLookedAt(!document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isOnScreen && isLookedAt
}
