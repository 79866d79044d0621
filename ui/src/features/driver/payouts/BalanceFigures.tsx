import { Money } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import classes from './instant/Instant.module.css'
import { useStanding } from './queries'

/** The balance and what is not in it yet; renewed every half minute (OUT-31). */
export function BalanceFigures({ driverId }: { driverId: string }) {
  const { data, isError } = useStanding(driverId)
  const money = (cents: number | undefined) =>
    cents === undefined ? isError ? '–' : undefined : <Money cents={cents} />
  return (
    <section aria-label="Balance" className={classes.figures}>
      <StatCard label="Available Balance" value={money(data?.available_cents)} />
      <StatCard label="On Its Way" hint="to your bank" value={money(data?.in_transit_cents)} />
      <StatCard
        label="Not Available Yet"
        hint="waits, or is held"
        value={money(data && data.unsent_cents + data.held_cents + data.frozen_cents)}
      />
      <StatCard label="Owed" hint="taken from what you earn" value={money(data?.debt_cents)} />
    </section>
  )
}
