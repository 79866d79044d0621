import { useSyncExternalStore } from 'react'

/** The width from which the panel floats beside the map; the style sheet has the same. */
const WIDE = '(min-width: 56.01em)'

function subscribe(changed: () => void) {
  const media = window.matchMedia(WIDE)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => true,
  )
}
