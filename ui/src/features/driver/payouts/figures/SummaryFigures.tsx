import { Money } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import { inUnits, useSummary } from '@/shared/payouts/payoutFigures'
import classes from '../instant/Instant.module.css'

/** The last 30 days: earned, paid out, on its way, and how long it took (OUT-02, OUT-03, OUT-34). */
export function SummaryFigures({ driverId }: { driverId: string }) {
  const { data, isError } = useSummary(driverId)
  const unknown = isError ? '–' : undefined
  const payouts = (count: number) => `${count} ${count === 1 ? 'payout' : 'payouts'}`
  return (
    <section aria-label="Last 30 days" className={classes.figures}>
      <StatCard
        label="Total Earnings"
        hint="earned in the last 30 days, with tips, after refunds"
        value={data ? <Money cents={data.total_earnings_cents} /> : unknown}
      />
      <StatCard
        label="Total Payouts"
        hint={`paid to you${data ? `, ${payouts(data.total_payouts)}` : ''} of the last 30 days`}
        value={data ? <Money cents={data.total_payouts_cents} /> : unknown}
      />
      <StatCard
        label="Pending Payouts"
        hint={
          data
            ? `on the way to you, ${payouts(data.pending_payouts)} of the last 30 days, before fees`
            : 'on the way to you, before fees'
        }
        value={data ? <Money cents={data.pending_payouts_cents} /> : unknown}
      />
      <StatCard
        label="Average Payout Time"
        hint="until it reached you"
        value={data ? inUnits(data.average_payout_time_hours, 'hour') : unknown}
      />
    </section>
  )
}
