import { backoffMs } from '@/api/backoff'

/** How often the loader tries again before it gives up (MAP-30). */
export const MAP_RETRIES = 3

/** One page loads one map, so nothing is left to chance: 400, 800 and 1600 ms. */
const PAUSES = { firstMs: 400, longestMs: 1_600, random: () => 1 }

/** Runs *load*, and again up to three times after a failure, with a longer pause each time. */
export async function withRetries<T>(
  load: () => Promise<T>,
  pause: (milliseconds: number) => Promise<void> = forMilliseconds,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await load()
    } catch (error) {
      if (retries === MAP_RETRIES) throw error
      await pause(backoffMs(retries + 1, PAUSES))
    }
  }
}

function forMilliseconds(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
