/** How often the loader tries again before it gives up (MAP-30). */
export const MAP_RETRIES = 3

const FIRST_PAUSE_MS = 400

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
      await pause(FIRST_PAUSE_MS * 2 ** retries)
    }
  }
}

function forMilliseconds(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
