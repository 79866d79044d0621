export interface Part {
  text: string
  matched: boolean
  start: number
}

const WORD = /[\p{L}\p{N}]+/gu

/** Cuts *text* where its words begin with a typed word, whatever the case and the accents. */
export function matchedParts(text: string, typed: string): Part[] {
  const wanted = (typed.match(WORD) ?? []).map(plain)
  const parts: Part[] = []
  let done = 0
  const push = (end: number, matched: boolean) => {
    if (end > done) parts.push({ text: text.slice(done, end), matched, start: done })
    done = Math.max(done, end)
  }
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const length = longestMatch(plain(word), wanted)
    if (length === 0) continue
    push(index, false)
    push(index + length, true)
  }
  push(text.length, false)
  return parts
}

function longestMatch(word: string, wanted: string[]): number {
  return Math.max(0, ...wanted.filter((part) => word.startsWith(part)).map((part) => part.length))
}

/** Without case and accents a letter stays as long as it was, so that lengths agree with the text. */
function plain(word: string): string {
  return Array.from(word, (letter) =>
    letter.length === 1 ? letter.toLowerCase().normalize('NFD').charAt(0) : letter,
  ).join('')
}
