import { useSyncExternalStore } from 'react'

/** From here on seven columns fit without scrolling sideways. */
const WIDE = '(min-width: 60em)'

function subscribe(changed: () => void) {
  const media = window.matchMedia(WIDE)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

export function useIsTable(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
}
