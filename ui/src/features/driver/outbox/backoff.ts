const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** How long to wait after so many failures in a row, so that a fleet does not come back as one. */
export function pauseAfter(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
  return longest / 2 + (longest / 2) * random()
}
