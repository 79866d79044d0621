import { IconCalendarDollar, IconCircleCheck, IconCoins } from '@tabler/icons-react'
import { Money } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import { useFigures } from '../queries'
import classes from './Figures.module.css'

/** The three figures of DRV-03; without a connection those that were known. */
export function Figures() {
  const { data, isError } = useFigures()
  const unknown = isError ? '–' : undefined
  return (
    <section className={classes.figures} aria-label="Your figures">
      <StatCard
        label="Today's Earnings"
        hint="after refunds"
        icon={<IconCalendarDollar size={16} />}
        value={data ? <Money cents={data.today_earnings_cents} /> : unknown}
      />
      <StatCard
        label="Completed Jobs"
        icon={<IconCircleCheck size={16} />}
        value={data?.completed_orders ?? unknown}
      />
      <StatCard
        label="Total Earnings"
        hint="after refunds"
        icon={<IconCoins size={16} />}
        value={data ? <Money cents={data.total_earnings_cents} /> : unknown}
      />
    </section>
  )
}
