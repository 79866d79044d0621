import { Button } from '@mantine/core'
import { formatCents, formatStartingAt } from '@/components/Money'
import { QUICK_CENTS } from './amount'
import classes from './Instant.module.css'

/** An amount by one press; all of it says how much that is. */
export function QuickAmounts(props: {
  most: number
  available: number
  onChoose: (cents: number) => void
}) {
  const { most } = props
  return (
    <fieldset className={classes.quick} aria-label="Quick amounts">
      {QUICK_CENTS.map((cents) => (
        <Button
          key={cents}
          variant="default"
          disabled={cents > props.available}
          onClick={() => props.onChoose(cents)}
        >
          {formatStartingAt(cents)}
        </Button>
      ))}
      <Button variant="default" disabled={most < 1} onClick={() => props.onChoose(most)}>
        <span className={classes.all}>
          All {most > 0 && <span className={classes.sum}>{formatCents(most)}</span>}
        </span>
      </Button>
    </fieldset>
  )
}
