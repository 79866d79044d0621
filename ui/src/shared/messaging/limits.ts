/** What a message may hold, in characters as the server counts them (MSG-07). */
export const LONGEST_MESSAGE = 160

/** Characters as people count them: an emoji is one. */
export function lengthOf(text: string): number {
  return [...text].length
}

/** One line of at most so many characters, as a message is one. */
export function fitted(text: string): string {
  const line = text.replace(/[\r\n\t]+/g, ' ')
  return [...line].slice(0, LONGEST_MESSAGE).join('')
}
