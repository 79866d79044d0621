import { IconCalendarDollar, IconCircleCheck, IconCoins } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { DriverOut } from '@/api/generated/types.gen'
import { DashboardFrame } from '@/components/DashboardFrame'
import { Money } from '@/components/Money'
import { ButtonLink } from '@/components/RouterLink'
import { StatCard } from '@/components/StatCard'
import { EarningsTab } from './earnings/EarningsTab'
import { JobsTab } from './jobs/JobsTab'
import { ReportedProblems } from './jobs/ReportedProblems'
import { StatusButton } from './online/StatusButton'
import { useSendsOutbox } from './outbox/useOutbox'
import { ReportsPosition } from './position/ReportsPosition'
import { VehicleUnknown } from './profile/VehicleUnknown'
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
    <DashboardFrame
      title="Driver Dashboard"
      actions={
        <>
          <ButtonLink to="/driver-dashboard/console" variant="default">
            Delivery Console
          </ButtonLink>
          <StatusButton driver={props.driver} />
          <ButtonLink to="/driver-dashboard/profile" variant="default">
            Profile
          </ButtonLink>
        </>
      }
      notices={
        <>
          <Installable driverId={props.driver.id} />
          <ReportsPosition driver={props.driver} />
          <VehicleUnknown driver={props.driver} />
          <ReportedProblems />
        </>
      }
      figures={<Figures />}
      to="/driver-dashboard"
      tabs={TABS}
      first="jobs"
      open={tab}
    >
      <Content tab={tab} driver={props.driver} analytics={props.analytics} />
    </DashboardFrame>
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
      return props.tab satisfies never
  }
}

function Figures() {
  const { data, isError } = useFigures()
  const unknown = isError ? '–' : undefined
  return (
    <>
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
    </>
  )
}
