import { Breakdown, BreakdownLine } from '@/components/Breakdown'
import { formatCents } from '@/components/Money'
import type { FeeLines as Lines } from '../fees'
import classes from './Instant.module.css'

/** What is kept, line by line, and what arrives; it changes as the amount is typed (OP-04). */
export function FeeLines({ cents, lines }: { cents: number; lines: Lines }) {
  const fees = lines.instant + lines.provider + lines.platform
  return (
    <>
      {fees > 0 && (
        <p>
          <strong>{formatCents(fees)} in fees</strong>, so that you get {formatCents(lines.net)} of{' '}
          {formatCents(cents)}.
        </p>
      )}
      <Breakdown label="Fee breakdown" isBoxed>
        <Line label="Amount" cents={cents} />
        <Line label="Instant fee" hint={lines.why?.instant} cents={-lines.instant} />
        <Line label="Processing fee" hint={lines.why?.provider} cents={-lines.provider} />
        <Line label="Platform fee" hint={lines.why?.platform} cents={-lines.platform} />
        {lines.withheld > 0 && <Line label="Withheld for taxes" cents={-lines.withheld} />}
        <Line label="Net amount" cents={lines.net} isSum />
      </Breakdown>
      {lines.platform > 0 && <p className={classes.quiet}>A standard payout has no fees.</p>}
    </>
  )
}

function Line(props: { label: string; hint?: string; cents: number; isSum?: boolean }) {
  return (
    <BreakdownLine label={props.label} hint={props.hint} isSum={props.isSum}>
      {formatCents(props.cents === 0 ? 0 : props.cents)}
    </BreakdownLine>
  )
}
