import { formatCents } from '@/components/Money'
import type { FeeLines as Lines } from '../fees'
import classes from './Instant.module.css'

/** What is kept, line by line, and what arrives; it changes as the amount is typed (OP-04). */
export function FeeLines({ cents, lines }: { cents: number; lines: Lines }) {
  return (
    <dl className={classes.fees} aria-label="Fee breakdown">
      <Line label="Amount" cents={cents} />
      <Line label="Instant fee" cents={-lines.instant} />
      <Line label="Processing fee" cents={-lines.provider} />
      <Line label="Platform fee" cents={-lines.platform} />
      {lines.withheld > 0 && <Line label="Withheld for taxes" cents={-lines.withheld} />}
      <Line label="Net amount" cents={lines.net} isSum />
    </dl>
  )
}

function Line(props: { label: string; cents: number; isSum?: boolean }) {
  return (
    <div data-sum={props.isSum}>
      <dt>{props.label}</dt>
      <dd>{formatCents(props.cents === 0 ? 0 : props.cents)}</dd>
    </div>
  )
}
