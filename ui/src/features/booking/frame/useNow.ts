import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
let second = Math.floor(Date.now() / 1000)

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  ticking ??= setInterval(() => {
    second = Math.floor(Date.now() / 1000)
    for (const listener of listeners) listener()
  }, 1000)
  return () => {
    listeners.delete(changed)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

function current(): number {
  if (ticking === undefined) second = Math.floor(Date.now() / 1000)
  return second
}

/** The time in milliseconds, a second at a time; one clock for all that count down. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current, current) * 1000
}
