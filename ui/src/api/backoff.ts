/**
 * How long to wait after so many failures in a row: twice as long each time, and half of it by
 * chance, so that a thousand devices do not come back in the same moment.
 */
export function backoffMs(
  failures: number,
  { firstMs = 1_000, longestMs = 60_000, random = Math.random } = {},
): number {
  const longest = Math.min(longestMs, firstMs * 2 ** (failures - 1))
  return longest / 2 + (longest / 2) * random()
}
