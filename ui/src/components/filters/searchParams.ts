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

/** A day such as "2026-11-22": no 31st of February, and no year that a calendar would not offer. */
export function dayParam(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^20\d\d-\d\d-\d\d$/.test(value)) return undefined
  const at = Date.parse(`${value}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value ? undefined : value
}

const DAY_MS = 24 * 3_600_000

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}
