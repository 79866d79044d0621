import { IconCalendarDollar, IconCircleCheck, IconCoins } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DriverOut } from '@/api/generated/types.gen'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { StatCard } from '@/components/StatCard'
import classes from './DriverPage.module.css'
import { EarningsTab } from './earnings/EarningsTab'
import { JobsTab } from './jobs/JobsTab'
import { LaterTab } from './LaterTab'
import { StatusButton } from './online/StatusButton'
import { useSendsOutbox } from './outbox/useOutbox'
import { ReportsPosition } from './position/ReportsPosition'
import { useFigures } from './queries'
import { Installable } from './shell/Installable'
import { TABS, type Tab, tabOf } from './tabs'

/** /driver-dashboard for a driver (DRV-03, DRV-04). */
export function DriverPage(props: {
  driver: DriverOut
  word: string | undefined
  /** What other capabilities bring to the dashboard. */
  analytics: ReactNode
}) {
  const tab = tabOf(props.word)
  useSendsOutbox(props.driver.id)
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <h1>Driver Dashboard</h1>
        <div className={classes.switches}>
          <ButtonLink to="/driver-dashboard/console" variant="default">
            Delivery Console
          </ButtonLink>
          <StatusButton driver={props.driver} />
        </div>
      </header>
      <Installable />
      <ReportsPosition driver={props.driver} />
      <Figures />
      <nav className={classes.tabs} aria-label="Driver Dashboard">
        {(Object.keys(TABS) as Tab[]).map((each) => (
          <Link
            key={each}
            to="/driver-dashboard"
            search={{ tab: each === 'jobs' ? undefined : each }}
            aria-current={each === tab ? 'page' : undefined}
            activeOptions={{ explicitUndefined: true }}
            activeProps={{}}
            resetScroll={false}
          >
            {TABS[each]}
          </Link>
        ))}
      </nav>
      <section aria-label={TABS[tab]}>
        <Content tab={tab} driver={props.driver} analytics={props.analytics} />
      </section>
    </div>
  )
}

function Content(props: { tab: Tab; driver: DriverOut; analytics: ReactNode }) {
  switch (props.tab) {
    case 'jobs':
      return <JobsTab driver={props.driver} />
    case 'earnings':
      return <EarningsTab />
    case 'performance-analytics':
      return props.analytics
    default:
      return <LaterTab tab={props.tab} />
  }
}

function Figures() {
  const { data, isError } = useFigures()
  const unknown = isError ? '–' : undefined
  return (
    <div className={classes.figures}>
      <StatCard
        label="Today's Earnings"
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
        icon={<IconCoins size={16} />}
        value={data ? <Money cents={data.total_earnings_cents} /> : unknown}
      />
    </div>
  )
}
