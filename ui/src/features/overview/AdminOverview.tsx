import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { getOverviewOptions } from '@/api/generated/@tanstack/react-query.gen'
import type { OverviewOut } from '@/api/generated/types.gen'
import { FIGURES_REFETCH_MS } from '@/api/refetchIntervals'
import { DataPanel } from '@/components/DataPanel'
import { formatCents } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import classes from './AdminOverview.module.css'
import { DayBars } from './DayBars'
import { deltaWords } from './delta'
import { Waiting } from './Waiting'

const LiveMap = lazy(() => import('./LiveMap'))

/** What waits for a decision, how the day is going, and who is on the road (ADM-01 to ADM-03). */
export default function AdminOverview() {
  const overview = useQuery({ ...getOverviewOptions(), refetchInterval: FIGURES_REFETCH_MS })
  return (
    <div className={classes.overview}>
      <DataPanel
        query={overview}
        failure="Unable to Load Analytics"
        skeleton={<Skeleton height={640} radius="lg" />}
      >
        {(found) => (
          <>
            <Waiting waiting={found.waiting} />
            <Today overview={found} />
            <DayBars days={found.days} />
          </>
        )}
      </DataPanel>
      <Suspense fallback={<Skeleton height={420} radius="lg" />}>
        <LiveMap />
      </Suspense>
    </div>
  )
}

const FIGURES = [
  { key: 'orders', label: 'Orders', words: String },
  { key: 'deliveries', label: 'Deliveries', words: String },
  { key: 'revenue_cents', label: 'Revenue', words: formatCents },
  { key: 'refunded_cents', label: 'Refunds', words: formatCents },
] as const

function Today({ overview }: { overview: OverviewOut }) {
  const { today, yesterday, last_week } = overview
  return (
    <section aria-labelledby="today">
      <h2 id="today" className={classes.heading}>
        Today so far
      </h2>
      <div className={classes.figures}>
        {FIGURES.map(({ key, label, words }) => (
          <StatCard
            key={key}
            label={label}
            value={words(today[key])}
            hint={
              <>
                {deltaWords(today[key], yesterday[key], 'yesterday', words)}
                <br />
                {deltaWords(today[key], last_week[key], 'a week ago', words)}
              </>
            }
          />
        ))}
        <StatCard label="Drivers online" value={overview.drivers_online} hint="Now" />
      </div>
      <p className={classes.note}>Compared with the same time of day, New York time.</p>
    </section>
  )
}
