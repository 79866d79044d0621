import { useEffect, useState } from 'react'

const WORKER = '/service-worker.js'
/** A console that is open all day looks for a new version so often. */
const LOOK_AGAIN_MS = 60 * 60_000

/** A version beside the one that runs: waiting to be taken over, or taken over by another tab. */
export type NewVersion = { kind: 'waiting' | 'running'; takeOver: () => void }

/**
 * Keeps the drivers' screens on the device, so that they open without a connection. Returns the new
 * version, once there is one: it never takes over by itself in the middle of a job.
 */
export function useShell(): NewVersion | null {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  const [isRunning, setRunning] = useState(false)
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let isOver = false
    let timer: ReturnType<typeof setInterval> | undefined
    let controller = navigator.serviceWorker.controller
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
      const look = () => void registration.update().catch(() => undefined)
      window.addEventListener('online', look)
      timer = setInterval(look, LOOK_AGAIN_MS)
      stopLooking = () => window.removeEventListener('online', look)
    }
    let stopLooking: () => void = () => undefined
    const begin = () => {
      // Where it is forbidden or out of reach the screens work as other pages do.
      navigator.serviceWorker.register(WORKER).then(watch, () => undefined)
    }
    const onController = () => {
      // The first one takes over a page that had none, and changes nothing for it.
      if (controller !== null) setRunning(true)
      controller = navigator.serviceWorker.controller
    }
    navigator.serviceWorker.addEventListener('controllerchange', onController)
    // The page itself comes first.
    if (document.readyState === 'complete') begin()
    else window.addEventListener('load', begin, { once: true })
    return () => {
      isOver = true
      stopLooking()
      navigator.serviceWorker.removeEventListener('controllerchange', onController)
      window.removeEventListener('load', begin)
      clearInterval(timer)
    }
  }, [])
  if (isRunning) return { kind: 'running', takeOver: () => window.location.reload() }
  return waiting && { kind: 'waiting', takeOver: () => takeOver(waiting) }
}

/** Whether the server has a newer version of these screens than runs here. */
export async function isOutdated(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    if (!registration) return false
    await registration.update()
    return Boolean(registration.waiting ?? registration.installing)
  } catch {
    return false
  }
}

function takeOver(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  })
  waiting.postMessage('take-over')
}
