import classes from './Money.module.css'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
})

/** Money is whole cents everywhere; this is the one place where it becomes text. */
export function formatCents(cents: number): string {
  return dollars.format(cents / 100)
}

/** For 'starting at' labels: $35, but never a hidden half dollar. */
export function formatStartingAt(cents: number): string {
  return cents % 100 === 0 ? wholeDollars.format(cents / 100) : formatCents(cents)
}

/** A range in whole dollars, wide enough to hold both ends: `$37–42`. One price stays exact. */
export function formatRange(lowCents: number, highCents: number): string {
  if (lowCents === highCents) return formatCents(lowCents)
  const [low, high] = [Math.floor(lowCents / 100), Math.ceil(highCents / 100)]
  return `${wholeDollars.format(low)}–${high.toLocaleString('en-US')}`
}

export function Money({ cents }: { cents: number }) {
  return <span className={classes.money}>{formatCents(cents)}</span>
}

/** Dollars as people write them, such as `12.50` or `$1,200`, in whole cents; null for anything else. */
export function centsOf(written: string): number | null {
  const plain = written.trim().replace(/^\$/, '').replaceAll(',', '')
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain)
  if (!found) return null
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
