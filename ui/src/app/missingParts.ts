import { toast } from '@/components/toast'

const RENEWED_AFTER_MS = 10_000
const RENEW = 'A new version is ready. Reload the page when you have saved what you typed.'

/**
 * A part of an older version that the server has no more: the page begins anew, but not for ever. What
 * somebody has typed is theirs: then a reload is offered and not forced.
 */
export function renewWhenPartsAreMissing(isTypedOn: () => boolean, reload: () => void): () => void {
  const missing = (event: Event) => {
    if (!navigator.onLine || performance.now() < RENEWED_AFTER_MS) return
    if (isTypedOn()) {
      toast.error(RENEW, { id: 'new-version', duration: false })
      return
    }
    event.preventDefault()
    reload()
  }
  window.addEventListener('vite:preloadError', missing)
  return () => window.removeEventListener('vite:preloadError', missing)
}
