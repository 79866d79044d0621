import { useSyncExternalStore } from 'react'

/** In CSS pixels, right from the first drawing on: what depends on it does not move once it is known. */
export function useWindowWidth(): number {
  return useSyncExternalStore(
    onResize,
    () => window.innerWidth,
    () => 0,
  )
}

function onResize(changed: () => void) {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}
