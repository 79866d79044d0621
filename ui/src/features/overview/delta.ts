/** "+12 on yesterday", "−$5.00 on a week ago", "As yesterday": a figure beside an earlier one. */
export function deltaWords(
  now: number,
  before: number,
  when: string,
  words: (value: number) => string,
): string {
  if (now === before) return `As ${when}`
  return `${now > before ? '+' : '−'}${words(Math.abs(now - before))} on ${when}`
}
