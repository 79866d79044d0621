import { Skeleton } from '@mantine/core'
import { Money } from '@/components/Money'
import classes from './FareLines.module.css'
import type { FareLine } from './lines'

/** A fare as a ledger: every line, in the order in which they add up. */
export function FareLines(props: { lines: FareLine[]; waiting?: boolean }) {
  return (
    <dl className={classes.lines} data-waiting={props.waiting || undefined}>
      {props.lines.map((line) => (
        <div
          key={line.name}
          className={line.sum ? classes.sum : classes.line}
          data-part={line.part || undefined}
        >
          <dt>
            {line.name}
            {line.note && <span className={classes.note}>{line.note}</span>}
          </dt>
          <dd>{line.cents === null ? '–' : <Money cents={line.cents} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The shape of the ledger before the first answer. */
export function FareLinesToCome({ count }: { count: number }) {
  return (
    <div className={classes.lines} role="status" aria-label="Calculating the price">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blank lines have nothing but their place.
        <div key={place} className={classes.line}>
          <Skeleton width="38%" height="0.875rem" />
          <Skeleton width="18%" height="0.875rem" />
        </div>
      ))}
    </div>
  )
}
