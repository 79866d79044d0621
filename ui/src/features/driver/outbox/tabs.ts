const LOCK = 'haulage-outbox'

/** How tabs of one browser hear of each other; null where there is no such thing. */
export function tabsOfOneDriver(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(LOCK)
}

/** Two tabs of one driver have the same actions to tell. */
export async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work()
  await navigator.locks.request(LOCK, work)
}
