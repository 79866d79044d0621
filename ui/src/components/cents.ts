/** Dollars as people write them, such as `12.50` or `$1,200`, in whole cents; null for anything else. */
export function centsOf(written: string): number | null {
  const plain = written.trim().replace(/^\$/, '').replaceAll(',', '')
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!found) return null
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
