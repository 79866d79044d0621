import type { NextPayoutOut } from '@/api/generated/types.gen'
import { Choice } from '@/components/fields/Choice'
import { weekdayOf } from '@/components/time'
import { ARRIVES, ARRIVES_ALONE } from '@/shared/payouts/arrival'
import classes from './Instant.module.css'

const SPEEDS = { instant: 'Instant', standard: 'Standard (Free)' } as const

export type Speed = keyof typeof SPEEDS

/** Beside each speed when the money is there and what it costs, and below them what comes without asking. */
export function SpeedChoice(props: {
  value: Speed
  onChange: (speed: Speed) => void
  /** The fees of an instant payout, such as "7%". */
  fees: string
  next: NextPayoutOut | undefined
}) {
  return (
    <div className={classes.speed}>
      <Choice
        label="Speed"
        value={props.value}
        labels={SPEEDS}
        hints={{
          instant: `${ARRIVES_ALONE.instant}, fees up to ${props.fees}`,
          standard: ARRIVES_ALONE.standard,
        }}
        onChange={props.onChange}
      />
      {props.next && props.next.amount_cents > 0 && (
        <p className={classes.quiet}>
          What stays in your balance goes free on {weekdayOf(props.next.at)}, and arrives{' '}
          {ARRIVES.standard}.
        </p>
      )}
    </div>
  )
}
