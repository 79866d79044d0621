/** "+12 vs. yesterday", "−$5.00 vs. a week ago", "Same as yesterday": a figure beside an earlier one. */
export function deltaWords(
  now: number,
  before: number,
  when: string,
  words: (value: number) => string,
): string {
  if (now === before) return `Same as ${when}`
  return `${now > before ? '+' : '−'}${words(Math.abs(now - before))} vs. ${when}`
}
