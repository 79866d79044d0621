import { Skeleton } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import { DataPanel } from '@/components/DataPanel'
import { EmptyState } from '@/components/EmptyState'
import { Money } from '@/components/Money'
import { ShowOlder } from '@/components/ShowOlder'
import { StatCard } from '@/components/StatCard'
import { AccountCard } from '../payouts/AccountCard'
import classes from './Earnings.module.css'
import { useAnalytics, useSplits } from './queries'
import { SplitCard } from './SplitCard'
import { ThisWeek } from './ThisWeek'

/** What each job brought, part by part, and whether it was sent. */
export function EarningsTab({ driverId }: { driverId: string }) {
  const splits = useSplits()
  return (
    <div className={classes.tab}>
      <ThisWeek driverId={driverId} />
      <AccountCard driverId={driverId} />
      <LastMonth />
      <DataPanel
        query={splits}
        failure="Your payment splits could not be loaded"
        skeleton={<EarningsSkeleton />}
        isEmpty={(list) => list.length === 0}
        empty={
          <EmptyState icon={<IconReceipt2 size={28} />} title="No payment splits found">
            <p>Each job that you take shows here with what it pays you.</p>
          </EmptyState>
        }
      >
        {(list) => (
          <>
            <ul className={classes.list}>
              {list.map((split) => (
                <li key={split.id}>
                  <SplitCard split={split} />
                </li>
              ))}
            </ul>
            <ShowOlder query={splits} what="splits" />
          </>
        )}
      </DataPanel>
    </div>
  )
}

function LastMonth() {
  const { data, isError } = useAnalytics()
  const unknown = isError ? '–' : undefined
  const rate = data?.success_rate
  return (
    <section aria-label="Last 30 days" className={classes.figures}>
      <StatCard
        label="Into your balance"
        hint="came in the last 30 days, after refunds, without tips"
        value={data ? <Money cents={data.total_driver_payouts_cents} /> : unknown}
      />
      <StatCard
        label="Average Driver Payout"
        hint="last 30 days, after refunds, without tips"
        value={data ? <Money cents={data.average_driver_payout_cents} /> : unknown}
      />
      <StatCard
        label="Success Rate"
        hint="of what was sent to your balance"
        value={data ? (rate == null ? '–' : `${Math.round(rate * 100)}%`) : unknown}
      />
    </section>
  )
}

function EarningsSkeleton() {
  return (
    <div className={classes.list}>
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={150} radius="lg" />
      ))}
    </div>
  )
}
