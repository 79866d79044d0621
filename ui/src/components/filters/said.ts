// What an address says of a list's filters; what makes no sense counts as not said.

export const LONGEST_SEARCH = 100

/** Addresses are read as JSON: what looks like a number comes as one. */
export function textOf(said: unknown): string | undefined {
  const text = typeof said === 'number' ? String(said) : said
  return typeof text === 'string' && text ? text.slice(0, LONGEST_SEARCH) : undefined
}

export function wordOf<Word extends string>(
  names: Record<Word, string>,
  said: unknown,
): Word | undefined {
  return typeof said === 'string' && Object.hasOwn(names, said) ? (said as Word) : undefined
}
