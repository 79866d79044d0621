import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { Outbox } from './outbox'

let current: Outbox | undefined

/** The driver's outbox: one a page, so that it goes on sending whichever screen is open. */
export function outboxOf(driverId: string): Outbox {
  if (current?.driverId !== driverId) {
    current?.close()
    current = new Outbox(driverId)
  }
  return current
}

/** How many steps of this page's driver wait, also where the browser keeps nothing. */
export function waitingHere(): number {
  return current?.snapshot().waiting.length ?? 0
}

/** For whoever signs out, and for tests, whose pages begin anew in one process. */
export function resetOutbox(): void {
  current?.close()
  current = undefined
}

export function useOutbox(driverId: string) {
  const outbox = useMemo(() => outboxOf(driverId), [driverId])
  const state = useSyncExternalStore(outbox.subscribe, outbox.snapshot)
  return { outbox, ...state }
}

/** Sends what waits from an earlier page, on screens that show nothing of it. */
export function useSendsOutbox(driverId: string): void {
  useEffect(() => {
    outboxOf(driverId)
  }, [driverId])
}
