import { useEffect } from 'react'

/** Keeps the screen on in the car mount. The browser lets go of it whenever the page is hidden. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !navigator.wakeLock) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.hidden || (lock && !lock.released)) return
      // Refused on a low battery: the screen then dims as it always does.
      const held = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void held?.release()
      else lock = held
    }
    const onVisibility = () => void hold()
    document.addEventListener('visibilitychange', onVisibility)
    void hold()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisibility)
      void lock?.release()
    }
  }, [isWanted])
}
