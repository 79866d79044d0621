const NAME = 'haulage.server-clock'
/** Within this the way of an answer alone explains the difference. */
const SAME_MS = 2_000

/**
 * How far the server's clock is ahead of the device's, in milliseconds. Phones whose clock was set
 * by hand are minutes off, and what seems to come from the future is refused.
 */
let ahead = storedDifference()

/** *asOf* is the server's clock in an answer that has just come. */
export function updateServerClock(asOf: string, now = Date.now()): void {
  const difference = Date.parse(asOf) - now
  if (Number.isNaN(difference)) return
  ahead = Math.abs(difference) < SAME_MS ? 0 : difference
  try {
    localStorage.setItem(NAME, String(ahead))
  } catch {
    // It is told again with the next answer.
  }
}

/**
 * Believes the date of an answer, which is as of a second, and returns by how much the device was
 * wrong about it, in milliseconds.
 */
export function updateServerDate(answer: Response | undefined): number {
  const serverTime = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(serverTime)) return 0
  const wrongBy = serverTime - serverNow()
  if (Math.abs(wrongBy) < SAME_MS) return 0
  updateServerClock(new Date(serverTime).toISOString())
  return wrongBy
}

/** Milliseconds since 1970 by the server's clock, as far as this device knows it. */
export function serverNow(): number {
  return Date.now() + ahead
}

/** For tests: the device's clock is right until an answer says otherwise. */
export function resetServerClock(): void {
  ahead = 0
}

function storedDifference(): number {
  try {
    const known = Number(localStorage.getItem(NAME))
    return Number.isFinite(known) ? known : 0
  } catch {
    return 0
  }
}
