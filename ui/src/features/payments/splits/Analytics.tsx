import {
  IconBuildingStore,
  IconPercentage,
  IconScale,
  IconSteeringWheel,
} from '@tabler/icons-react'
import { Money } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import classes from './PaymentSplits.module.css'
import { useAnalytics } from './queries'

const SPAN = 'Last 30 days'
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** The four figures of the last 30 days (SPL-06). */
export function Analytics({ showAll }: { showAll: boolean }) {
  const { data, isError } = useAnalytics(showAll, true)
  const unknown = isError ? '–' : undefined
  const money = (cents: number | undefined) =>
    cents === undefined ? unknown : <Money cents={cents} />
  const rate = data?.success_rate
  return (
    <div className={classes.figures}>
      <StatCard
        label="Total Driver Payouts"
        icon={<IconSteeringWheel size={16} />}
        value={money(data?.total_driver_payouts_cents)}
        hint={SPAN}
      />
      <StatCard
        label="Total Platform Revenue"
        icon={<IconBuildingStore size={16} />}
        value={money(data?.total_platform_revenue_cents)}
        hint={SPAN}
      />
      <StatCard
        label="Success Rate"
        icon={<IconPercentage size={16} />}
        value={data ? (typeof rate === 'number' ? percent.format(rate) : 'None yet') : unknown}
        hint={data ? `${data.completed} completed, ${data.failed} failed` : SPAN}
      />
      <StatCard
        label="Average Driver Payout"
        icon={<IconScale size={16} />}
        value={money(data?.average_driver_payout_cents)}
        hint={SPAN}
      />
    </div>
  )
}
