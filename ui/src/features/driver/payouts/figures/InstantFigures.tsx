import { Money } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import { inUnits } from '@/shared/payouts/payoutFigures'
import classes from '../instant/Instant.module.css'
import { useInstantFigures } from '../queries'

/** How the instant payouts of the last 30 days did, on four cards (OUT-22, OUT-29). */
export function InstantFigures({ driverId }: { driverId: string }) {
  const { data, isError } = useInstantFigures(driverId)
  const unknown = isError ? '–' : undefined
  return (
    <section aria-label="Last 30 days" className={classes.figures}>
      <StatCard
        label="Instant Payouts"
        hint={`${data ? data.instant_payouts : '–'} paid to you in the last 30 days`}
        value={data ? <Money cents={data.instant_payouts_cents} /> : unknown}
      />
      <StatCard
        label="Instant Fees"
        hint="last 30 days"
        value={data ? <Money cents={data.instant_fees_cents} /> : unknown}
      />
      <StatCard
        label="Average Payout Time"
        hint="until it reached you"
        value={data ? inUnits(data.average_payout_time_minutes, 'minute') : unknown}
      />
      <StatCard
        label="Success Rate"
        hint="of those that ended"
        value={
          data
            ? data.success_rate === null
              ? '–'
              : `${Math.round(data.success_rate * 100)}%`
            : unknown
        }
      />
    </section>
  )
}
