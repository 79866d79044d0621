import { lazy, Suspense, useSyncExternalStore } from 'react'
import { overlaysWanted, subscribeToOverlays } from '@/components/overlays'

const OverlayHost = lazy(async () => ({ default: (await import('./OverlayHost')).OverlayHost }))

/** Keeps a place for toasts and dialogs, and fetches them with the first. */
export function Overlays() {
  const wanted = useSyncExternalStore(subscribeToOverlays, overlaysWanted, () => false)
  if (!wanted) return null
  return (
    <Suspense fallback={null}>
      <OverlayHost />
    </Suspense>
  )
}
