import { IconChartBar, IconPackage, IconReceipt2 } from '@tabler/icons-react'
import { Money } from '@/components/Money'
import { StatCard } from '@/components/StatCard'
import type { TaxYearQuery } from './queries'
import classes from './YearFigures.module.css'

/** The three summary cards of the tax year (PAY-13). */
export function YearFigures({ query }: { query: TaxYearQuery }) {
  const { data, isError } = query
  const unknown = isError ? '–' : undefined
  const year = data ? `Tax year ${data.tax_year}` : '\u00a0'
  return (
    <div className={classes.figures}>
      <StatCard
        label="Total Spent"
        icon={<IconReceipt2 size={16} />}
        value={data ? <Money cents={data.total_spent_cents} /> : unknown}
        hint={year}
      />
      <StatCard
        label="Total Orders"
        icon={<IconPackage size={16} />}
        value={data?.total_orders ?? unknown}
        hint={year}
      />
      <StatCard
        label="Average Order"
        icon={<IconChartBar size={16} />}
        value={data ? <Money cents={data.average_order_cents} /> : unknown}
        hint={year}
      />
    </div>
  )
}
