import { useCallback, useSyncExternalStore } from 'react'

/** Whether *instant* (milliseconds since 1970) has passed; renders again when it does. */
export function useExpired(instant: number | null): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      if (instant === null) return () => {}
      const timer = setTimeout(changed, Math.max(0, instant - Date.now()) + 1)
      return () => clearTimeout(timer)
    },
    [instant],
  )
  const passed = () => instant !== null && Date.now() >= instant
  return useSyncExternalStore(subscribe, passed, passed)
}
