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

export function Money({ cents }: { cents: number }) {
  return <span className={classes.money}>{formatCents(cents)}</span>
}
