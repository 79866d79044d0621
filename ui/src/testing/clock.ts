import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { settled } from './inFlight'

/**
 * From now on what a page repeats by an interval happens when the test moves time. Real time still
 * moves these intervals too: `waitFor` and `findBy` look again by one, and would otherwise look once.
 */
export function takeIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
}

/** Moves time for a page that has come to rest, and waits until it rests again. */
export async function moveTime(ms: number): Promise<void> {
  await settled()
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
  await settled()
}
