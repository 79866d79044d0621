import { useEffect, useState } from 'react'

const WORKER = '/service-worker.js'
/** A console that is open all day looks for a new version so often. */
const LOOK_AGAIN_MS = 60 * 60_000

/**
 * Keeps the drivers' screens on the device, so that they open without a connection. Returns what
 * takes a new version over, once there is one: it never does so by itself in the middle of a job.
 */
export function useShell(): (() => void) | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let isOver = false
    let timer: ReturnType<typeof setInterval> | undefined
    const watch = (registration: ServiceWorkerRegistration) => {
      if (isOver) return
      if (registration.waiting) setWaiting(registration.waiting)
      registration.addEventListener('updatefound', () => {
        const next = registration.installing
        next?.addEventListener('statechange', () => {
          // The very first one replaces nothing.
          if (next.state === 'installed' && navigator.serviceWorker.controller) setWaiting(next)
        })
      })
      timer = setInterval(() => void registration.update().catch(() => undefined), LOOK_AGAIN_MS)
    }
    const begin = () => {
      // Where it is forbidden or out of reach the screens work as other pages do.
      navigator.serviceWorker.register(WORKER).then(watch, () => undefined)
    }
    // The page itself comes first.
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      isOver = true
      window.removeEventListener('load', begin)
      clearInterval(timer)
    }
  }, [])
  return waiting && (() => takeOver(waiting))
}

/** What was done and not sent is kept on the device, so a reload loses nothing. */
function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  })
  waiting.postMessage('take-over')
}
