// What an address says of a list's filters; what makes no sense counts as not said.

export const LONGEST_SEARCH = 100

/** Addresses are read as JSON: what looks like a number comes as one. */
export function textParam(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text ? text.slice(0, LONGEST_SEARCH) : undefined
}

export function optionParam<Word extends string>(
  names: Record<Word, string>,
  value: unknown,
): Word | undefined {
  return typeof value === 'string' && Object.hasOwn(names, value) ? (value as Word) : undefined
}
