/** "3,500" is 3500; a comma between other figures than thousands makes no number. */
export function numberIn(written: string): number {
  const text = written.trim()
  return Number(/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text)
}

/** What is written with commas between. */
export function wordsIn(written: string): string[] {
  return written
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}
